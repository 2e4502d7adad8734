import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { readSessionState, type Session, subscribeToSession, visitorSession } from './session.ts';

const SessionContext = createContext(false);

export const SessionProvider = ({ children }: { children: ReactNode }) => <SessionContext value={true}>{children}</SessionContext>;

/**
 * The session is not the value of the context: React may take over a drawn part after the session has changed, and must first see the part
 * as the build has drawn it, for a visitor.
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
