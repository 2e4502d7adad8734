import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { readSessionState, type Session, subscribeToSession } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  return <SessionContext value={useSyncExternalStore(subscribeToSession, readSessionState, readSessionState)}>{children}</SessionContext>;
}

/** @throws if there is no SessionProvider around the component. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it');
  return session;
}

/** Returns the signed-in user, if there is one. */
export function useUser() {
  const session = useSession();
  return session.status === 'user' ? session.user : undefined;
}
