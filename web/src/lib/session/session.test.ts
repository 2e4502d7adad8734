import { beforeEach, describe, expect, test, vi } from 'vitest';

type ReadResult = { user: { id: string; email: string; name: string }; accessToken: string } | undefined;
const ada: ReadResult = { user: { id: 'ada', email: 'ada@example.com', name: 'Ada' }, accessToken: 'token' };
const lastUserKey = 'CognitoIdentityServiceProvider.client.LastAuthUser';
const idTokenKey = 'CognitoIdentityServiceProvider.client.ada.idToken';
const startedSignInKey = 'CognitoIdentityServiceProvider.client.inflightOAuth';

const amplify = vi.hoisted(() => ({
  configure: vi.fn(),
  onAuthEvent: vi.fn(),
  readSession: vi.fn(),
  startSignIn: vi.fn(async () => undefined),
  startSignOut: vi.fn(async () => undefined),
}));
vi.mock('./amplify.ts', () => amplify);
vi.mock('#web/lib/config.ts', () => ({ loadConfig: async () => ({}) }));

/** Functions that resolve the pending reads of the session, the oldest first. */
let reads: ((result: ReadResult) => void)[];
let storage: Record<string, string>;
let listeners: ((event: { key: string | null }) => void)[];
let session: typeof import('./session.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  reads = [];
  storage = { [lastUserKey]: 'ada', [idTokenKey]: 'token' };
  listeners = [];
  amplify.readSession.mockImplementation(() => new Promise((resolve) => reads.push(resolve)));
  const localStorage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(storage, { [key]: value }),
    removeItem: (key: string) => void delete storage[key],
  });
  vi.stubGlobal('window', {
    localStorage: new Proxy(localStorage, {
      ownKeys: () => Object.keys(storage),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
    location: { pathname: '/pricing', search: '' },
    addEventListener: (_: string, listener: (event: { key: string | null }) => void) => listeners.push(listener),
    setTimeout: () => 0,
  });
  session = await import('./session.ts');
  return () => vi.unstubAllGlobals();
});

const waitForReads = (count: number) => vi.waitFor(() => expect(reads).toHaveLength(count));
const flushTasks = () => new Promise((resolve) => setImmediate(resolve));
const dispatchStorageEvent = (key = lastUserKey) => {
  for (const listener of listeners) listener({ key });
};
const signInAda = async () => {
  session.startSession();
  await waitForReads(1);
  reads[0]?.(ada);
  await vi.waitFor(() => expect(session.readSessionState().status).toBe('user'));
};

describe('the session', () => {
  test('the session stays anonymous if a slow read that started earlier returns a user', async () => {
    session.startSession();
    await waitForReads(1);
    delete storage[lastUserKey];
    dispatchStorageEvent();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
    reads[0]?.(ada);
    await flushTasks();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });

  test('the session is the result of the newest read if two reads return in the wrong order', async () => {
    session.startSession();
    dispatchStorageEvent();
    await waitForReads(2);
    reads[1]?.(undefined);
    await vi.waitFor(() => expect(session.readSessionState()).toEqual({ status: 'anonymous' }));
    reads[0]?.(ada);
    await flushTasks();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });

  test('the session is still shown after it has expired, until the user signs in again in another tab', async () => {
    await signInAda();
    session.reportExpired();
    delete storage[lastUserKey];
    dispatchStorageEvent();
    expect(session.readSessionState()).toMatchObject({ status: 'user', expired: true });
    storage[lastUserKey] = 'ada';
    dispatchStorageEvent();
    await waitForReads(2);
    reads[1]?.(ada);
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', expired: false }));
  });

  // Amplify stores the name of the user before the tokens.
  test('an expired session is renewed only after a sign-in in another tab has stored the tokens', async () => {
    await signInAda();
    session.reportExpired();
    storage = { [lastUserKey]: 'ada' };
    dispatchStorageEvent();
    await flushTasks();
    expect(reads).toHaveLength(1);
    expect(session.readSessionState()).toMatchObject({ status: 'user', expired: true });
    storage[idTokenKey] = 'token';
    dispatchStorageEvent(idTokenKey);
    await waitForReads(2);
    reads[1]?.(ada);
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', expired: false }));
  });

  test('a visitor is signed in after a sign-in in another tab has stored the tokens', async () => {
    storage = {};
    session.startSession();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
    storage[lastUserKey] = 'ada';
    dispatchStorageEvent();
    await flushTasks();
    expect(reads).toHaveLength(0);
    storage[idTokenKey] = 'token';
    dispatchStorageEvent(idTokenKey);
    await waitForReads(1);
    reads[0]?.(ada);
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', user: { id: 'ada' } }));
  });

  test('the session ends after it has expired, if the user signs out in another tab', async () => {
    await signInAda();
    session.reportExpired();
    storage['vitrine.signed_out.ada'] = '1';
    delete storage[lastUserKey];
    dispatchStorageEvent();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });

  test('a session that was renewed does not end when the dialog about its expiry closes', async () => {
    await signInAda();
    session.declineSignIn();
    expect(session.readSessionState()).toMatchObject({ status: 'user', expired: false });
    session.reportExpired();
    session.declineSignIn();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });
});

describe('a sign-in', () => {
  test('a sign-in removes an abandoned sign-in before Amplify is configured', async () => {
    storage = { [startedSignInKey]: 'true', [`${startedSignInKey}Deadline`]: '1' };
    amplify.configure.mockImplementationOnce(() => expect(Object.keys(storage)).toEqual(['auth_redirect_url']));
    await session.signIn();
    expect(amplify.configure).toHaveBeenCalledOnce();
  });

  test('a sign-in starts once after two simultaneous clicks, and again after a later click', async () => {
    await Promise.all([session.signIn(), session.signIn()]);
    expect(amplify.startSignIn).toHaveBeenCalledTimes(1);
    await session.signIn();
    expect(amplify.startSignIn).toHaveBeenCalledTimes(2);
  });
});

describe('authentication events', () => {
  const emitEvent = (event: string) => {
    const [listener] = amplify.onAuthEvent.mock.calls[0] ?? [];
    listener(event);
  };

  test('after the event initial session, the first read ends the loading state', async () => {
    session.startSession();
    expect(session.readSessionState()).toEqual({ status: 'loading' });
    await waitForReads(1);
    reads[0]?.(ada);
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', user: { id: 'ada' } }));
  });

  test.each([
    ['signed in', 'signedIn'],
    ['token refreshed', 'tokenRefresh'],
    ['user updated', 'userUpdated'],
  ])('after the event %s, the page shows the new name from the token', async (_, event) => {
    await signInAda();
    emitEvent(event);
    await waitForReads(2);
    reads[1]?.({ user: { id: 'ada', email: 'ada@example.com', name: 'Ada L.' }, accessToken: 'token-2' });
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', user: { name: 'Ada L.' }, expired: false }));
  });

  test('after the event signed out, the session becomes anonymous', async () => {
    await signInAda();
    emitEvent('signedOut');
    await waitForReads(2);
    reads[1]?.(undefined);
    await vi.waitFor(() => expect(session.readSessionState()).toEqual({ status: 'anonymous' }));
  });

  test.each(['passwordRecovery', 'tokenRefresh_failure', 'constructor'])('the event %s changes nothing', async (event) => {
    await signInAda();
    emitEvent(event);
    await flushTasks();
    expect(reads).toHaveLength(1);
    expect(session.readSessionState()).toMatchObject({ status: 'user', user: { name: 'Ada' } });
  });
});
