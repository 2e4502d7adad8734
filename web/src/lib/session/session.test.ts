import { beforeEach, describe, expect, test, vi } from 'vitest';

type Found = { user: { id: string; email: string; name: string }; accessToken: string } | undefined;
const ada: Found = { user: { id: 'ada', email: 'ada@example.com', name: 'Ada' }, accessToken: 'token' };
const lastUser = 'CognitoIdentityServiceProvider.client.LastAuthUser';
const started = 'CognitoIdentityServiceProvider.client.inflightOAuth';

const amplify = vi.hoisted(() => ({
  configure: vi.fn(),
  onAuthEvent: vi.fn(),
  readSession: vi.fn(),
  startSignIn: vi.fn(async () => undefined),
  startSignOut: vi.fn(async () => undefined),
}));
vi.mock('./amplify.ts', () => amplify);
vi.mock('#web/lib/config.ts', () => ({ loadConfig: async () => ({}) }));

/** Answers each read of the session when the test says so, the oldest first. */
let reads: ((found: Found) => void)[];
let storage: Record<string, string>;
let listeners: ((event: { key: string | null }) => void)[];
let session: typeof import('./session.ts');

beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  reads = [];
  storage = { [lastUser]: 'ada' };
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

const asked = (count: number) => vi.waitFor(() => expect(reads).toHaveLength(count));
const settled = () => new Promise((resolve) => setImmediate(resolve));
const tellStorage = () => {
  for (const listener of listeners) listener({ key: lastUser });
};
const signedIn = async () => {
  session.startSession();
  await asked(1);
  reads[0]?.(ada);
  await vi.waitFor(() => expect(session.readSessionState().status).toBe('user'));
};

describe('the session', () => {
  test('stays signed out when a slow read of the time before answers late', async () => {
    session.startSession();
    await asked(1);
    delete storage[lastUser];
    tellStorage();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
    reads[0]?.(ada);
    await settled();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });

  test('is that of the newest read when two answer in the wrong order', async () => {
    session.startSession();
    tellStorage();
    await asked(2);
    reads[1]?.(undefined);
    await vi.waitFor(() => expect(session.readSessionState()).toEqual({ status: 'anonymous' }));
    reads[0]?.(ada);
    await settled();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });

  test('stays on the page after it expired, until another tab has signed in again', async () => {
    await signedIn();
    session.reportExpired();
    delete storage[lastUser];
    tellStorage();
    expect(session.readSessionState()).toMatchObject({ status: 'user', expired: true });
    storage[lastUser] = 'ada';
    tellStorage();
    await asked(2);
    reads[1]?.(ada);
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', expired: false }));
  });

  test('that expired ends when another tab signs out', async () => {
    await signedIn();
    session.reportExpired();
    storage['vitrine.signed_out.ada'] = '1';
    delete storage[lastUser];
    tellStorage();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });

  test('that was renewed is not given up by a dialog that closes late', async () => {
    await signedIn();
    session.declineSignIn();
    expect(session.readSessionState()).toMatchObject({ status: 'user', expired: false });
    session.reportExpired();
    session.declineSignIn();
    expect(session.readSessionState()).toEqual({ status: 'anonymous' });
  });
});

describe('a sign-in', () => {
  test('forgets the abandoned one before Amplify is configured', async () => {
    storage = { [started]: 'true', [`${started}Deadline`]: '1' };
    amplify.configure.mockImplementationOnce(() => expect(Object.keys(storage)).toEqual(['auth_redirect_url']));
    await session.signIn();
    expect(amplify.configure).toHaveBeenCalledOnce();
  });

  test('is started once by two presses, and again by a later one', async () => {
    await Promise.all([session.signIn(), session.signIn()]);
    expect(amplify.startSignIn).toHaveBeenCalledTimes(1);
    await session.signIn();
    expect(amplify.startSignIn).toHaveBeenCalledTimes(2);
  });
});

describe('authentication events', () => {
  const tell = (event: string) => {
    const [listener] = amplify.onAuthEvent.mock.calls[0] ?? [];
    listener(event);
  };

  test('initial session: loading ends with the first read', async () => {
    session.startSession();
    expect(session.readSessionState()).toEqual({ status: 'loading' });
    await asked(1);
    reads[0]?.(ada);
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', user: { id: 'ada' } }));
  });

  test.each([
    ['signed in', 'signedIn'],
    ['token refreshed', 'tokenRefresh'],
    ['user updated', 'userUpdated'],
  ])('%s: the page shows the name that the token now has', async (_, event) => {
    await signedIn();
    tell(event);
    await asked(2);
    reads[1]?.({ user: { id: 'ada', email: 'ada@example.com', name: 'Ada L.' }, accessToken: 'token-2' });
    await vi.waitFor(() => expect(session.readSessionState()).toMatchObject({ status: 'user', user: { name: 'Ada L.' }, expired: false }));
  });

  test('signed out: nobody is signed in', async () => {
    await signedIn();
    tell('signedOut');
    await asked(2);
    reads[1]?.(undefined);
    await vi.waitFor(() => expect(session.readSessionState()).toEqual({ status: 'anonymous' }));
  });

  test.each(['passwordRecovery', 'tokenRefresh_failure', 'constructor'])('%s changes nothing', async (event) => {
    await signedIn();
    tell(event);
    await settled();
    expect(reads).toHaveLength(1);
    expect(session.readSessionState()).toMatchObject({ status: 'user', user: { name: 'Ada' } });
  });
});
