import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { readSessionState, type Session, subscribeToSession, visitorSession } from './session.ts';

const SessionContext = createContext(false);

export const SessionProvider = ({ children }: { children: ReactNode }) => <SessionContext value={true}>{children}</SessionContext>;

/**
 * Returns the session. The React context does not contain the session, because a part of the page can hydrate after a change of the
 * session. The first render of this part must still show a visitor, like the prerendered elements.
 * @throws if there is no SessionProvider around the component.
 */
export function useSession(): Session {
  if (!useContext(SessionContext)) throw new Error('useSession needs a SessionProvider around it');
  return useSyncExternalStore(subscribeToSession, readSessionState, () => visitorSession);
}

/** Returns the signed-in user, if there is one. */
export function useUser() {
  const session = useSession();
  return session.status === 'user' ? session.user : undefined;
}
