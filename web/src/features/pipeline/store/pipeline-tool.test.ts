// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import i18next from 'i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunResponse } from '#shared/pipeline/api.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { removeDrafts } from '#web/lib/drafts/draft.ts';
import { queries } from '#web/lib/queries.ts';
import { runKey } from '#web/lib/query-keys.ts';
import { sessionStore } from '#web/lib/storage.ts';
import { progressOf } from '../view/stepper.ts';
import { fakeApi, runOf } from './fake-runs.test-support.ts';

const user = { status: 'user', expired: false, user: { id: 'ada', email: 'ada@example.com', name: 'Ada' } };
const session = vi.hoisted(() => ({ signIn: vi.fn(async () => undefined) }));
const state = vi.hoisted(() => ({ session: undefined as unknown, listeners: new Set<() => void>() }));
vi.mock('#web/lib/session/session.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/session/session.ts')>()),
  readSessionState: () => state.session,
  subscribeToSession: (listener: () => void) => {
    state.listeners.add(listener);
    return () => state.listeners.delete(listener);
  },
  accessToken: async () => 'token',
  reportExpired: () => undefined,
  ...session,
}));
vi.mock('#web/features/upload/send-photo.ts', () => ({ sendPhoto: async ({ id }: Photo) => `uploads/${id}` }));

const { change, store } = await import('./core.ts');
const { analyzeSignedIn, openPipeline, startSignedIn, stopTool } = await import('./pipeline-tool.ts');
const { requestRun, startNew } = await import('./runs.ts');
const { lacksCredits, controlRun } = await import('./run-control.ts');
const { prepareNextAttempt } = await import('./reopen-run.ts');

const signInAs = (next: unknown) => {
  state.session = next;
  for (const listener of state.listeners) listener();
};

let api: ReturnType<typeof fakeApi>;
let close: () => void;
const getState = () => store.getState();
const setBalance = (dollars: number) => queries.setQueryData(['profile', 'ada'], { credits: dollars, available: dollars });
const open = async () => {
  close = openPipeline();
  await vi.waitFor(() => expect(getState()).toMatchObject({ restored: true, isRunKnown: true }));
};
const picture = (id: string): Photo => ({
  id,
  title: `${id}.jpg`,
  src: `blob:${id}`,
  file: new Blob([id]),
  width: 100,
  height: 100,
  fileSize: 1,
});
const prepareSetup = () => {
  for (const slot of ['before', 'after', 'input'] as const) change({ type: 'pictureSet', slot, picture: picture(slot) });
  change({ type: 'areaTyped', text: 'light' });
  change({ type: 'areaAdded' });
};
const startRun = async (): Promise<string> => {
  prepareSetup();
  startSignedIn();
  await vi.waitFor(() => expect(getState().run).toBeDefined());
  return getState().run!.runId;
};

beforeAll(() => i18next.init({ lng: 'en' }));
beforeEach(() => {
  api = fakeApi();
  vi.stubGlobal('fetch', api.fetch);
  localStorage.clear();
  sessionStorage.clear();
  state.session = user;
  setBalance(5);
});
afterEach(async () => {
  await vi.waitFor(() => expect(getState()).toMatchObject({ busy: undefined, pendingAction: undefined }));
  close();
  stopTool();
  signInAs({ status: 'anonymous' });
  queries.clear();
  await removeDrafts('ada');
  store.setState(store.getInitialState(), true);
});

describe('a start', () => {
  test('a start sends the pictures and then the order, and shows the run', async () => {
    await open();
    const { runId } = getState().setup;
    expect(await startRun()).toBe(runId);
    expect(api.calls).toHaveLength(1);
    expect(api.calls[0]?.body).toMatchObject({
      runId,
      beforeImageUrl: 'uploads/before',
      inputImageUrl: 'uploads/input',
      userProvided: ['light'],
    });
    expect(getState().setup).toMatchObject({ orderedRunId: runId });
    expect(getState().setup.runId).not.toBe(runId);
  });

  test('if another tab has already ordered a run with the same id, a start shows this run and orders nothing', async () => {
    await open();
    const { runId } = getState().setup;
    api.runs.set(runId, runOf(runId));
    api.refuse(409, 'BatchIdReused');
    expect(await startRun()).toBe(runId);
    expect(api.calls).toHaveLength(1);
    expect(getState().failure).toBeUndefined();
  });

  test('a start asks the seller to buy credits if the API refuses the order, and uses a new id for the next order', async () => {
    await open();
    const { runId } = getState().setup;
    api.refuse(402, 'InsufficientCredits', { need: 0.05, have: 0.01 });
    prepareSetup();
    startSignedIn();
    await vi.waitFor(() => expect(getState().shortfall).toEqual({ need: 5, have: 1 }));
    expect(getState().setup.runId).not.toBe(runId);
    expect(getState().failure).toBeUndefined();
  });

  test('a start sends nothing if the balance does not cover one image', async () => {
    setBalance(0.04);
    await open();
    prepareSetup();
    startSignedIn();
    expect(getState().shortfall).toEqual({ need: 5, have: 4 });
    expect(api.calls).toEqual([]);
  });

  test('a start sends nothing while a required input is missing', async () => {
    await open();
    startSignedIn();
    expect(getState().busy).toBeUndefined();
    expect(api.calls).toEqual([]);
  });

  test('the start of a visitor first stores the setup and then opens the sign-in', async () => {
    state.session = { status: 'anonymous' };
    await open();
    prepareSetup();
    startSignedIn();
    await vi.waitFor(() => expect(session.signIn).toHaveBeenCalledOnce());
    expect(api.calls).toEqual([]);
  });

  test('a failed analysis is shown, and the setup is kept', async () => {
    await open();
    prepareSetup();
    api.refuse(429, 'DailyLimit');
    analyzeSignedIn();
    await vi.waitFor(() => expect(getState().failure).toMatchObject({ kind: 'analysis', code: 'DailyLimit' }));
    expect(getState().setup.analysis).toBeUndefined();
    expect(getState().setup.custom).toEqual(['light']);
  });
});

describe('the shown run', () => {
  test('the page shows the newest run of the account, and after Start New it shows the setup again', async () => {
    api.runs.set(
      '11111111-1111-4111-8111-111111111111',
      runOf('11111111-1111-4111-8111-111111111111', { status: 'completed', step: 'completed' }),
    );
    await open();
    await vi.waitFor(() => expect(getState().run?.status).toBe('completed'));
    startNew('nothing');
    await vi.waitFor(() => expect(getState().runId).toBeUndefined());
    expect(getState().runs).toHaveLength(1);
    expect(getState().run).toBeUndefined();
  });

  test('another attempt starts again with the photo and all areas if the product in the result may have changed', async () => {
    await open();
    const runId = await startRun();
    const result = { resultPath: '/result', productAccuracy: { status: 'FAIL' } } as unknown as NonNullable<RunResponse['result']>;
    const run = runOf(runId, { status: 'completed', step: 'completed', result });
    change({ type: 'ticked', area: 'product lighting', isTicked: true });
    await prepareNextAttempt(run, 'light', 'softer light');
    expect(Object.values(getState().setup.pictures).map(({ id }) => id)).toEqual(['before', 'after', 'input']);
    expect(getState()).toMatchObject({ isAreaReopened: true, setup: { custom: [], typedArea: 'softer light' } });
    expect(
      getState()
        .setup.suggestions.filter(({ isTicked }) => isTicked)
        .map(({ area }) => area),
    ).toEqual(['product lighting']);
  });

  test('the page says that the run was not found if the run in the URL does not exist', async () => {
    requestRun('22222222-2222-4222-8222-222222222222');
    await open();
    await vi.waitFor(() => expect(getState().isGone).toBe(true));
  });

  test('the run disappears when the user signs out', async () => {
    await open();
    await startRun();
    signInAs({ status: 'anonymous' });
    await vi.waitFor(() => expect(getState()).toMatchObject({ runId: undefined, run: undefined, runs: [] }));
    await vi.waitFor(() => expect(getState().setup.pictures).toEqual({}));
  });

  test('the run never shows less progress than before', async () => {
    await open();
    const runId = await startRun();
    const solved = runOf(runId).focusAreas.map((area, n) => (n === 0 ? { ...area, outcome: 'solved' as const } : area));
    const percents: number[] = [];
    const stop = store.subscribe(({ run }) => run && percents.push(progressOf(run).percent));
    const read = async (response: RunResponse) => {
      api.runs.set(runId, response);
      await queries.invalidateQueries({ queryKey: runKey(runId) });
    };
    await read(runOf(runId, { iteration: 1, focusAreas: solved }));
    await read(runOf(runId));
    await read(runOf(runId, { iteration: 1, focusAreas: solved, step: 'evaluating' }));
    await vi.waitFor(() => expect(getState().run?.step).toBe('evaluating'));
    stop();
    expect(percents).toContain(50);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
  });
});

describe('a stop or continuation', () => {
  test('a stop or continuation reads the run again without an error if the run has ended before the click', async () => {
    await open();
    const runId = await startRun();
    api.runs.set(runId, runOf(runId, { status: 'completed', step: 'completed' }));
    api.refuse(409, 'NothingToStop');
    await controlRun('stopRun');
    await vi.waitFor(() => expect(getState().run?.status).toBe('completed'));
    expect(getState().failure).toBeUndefined();
  });

  test('a stop or continuation asks the seller to buy credits if the balance does not cover the next image', async () => {
    await open();
    const runId = await startRun();
    setBalance(0);
    api.runs.set(
      runId,
      runOf(runId, {
        status: 'paused',
        step: 'failed',
        canContinue: true,
        error: { code: 'VendorBusy', message: '', during: 'generation' },
      }),
    );
    await queries.invalidateQueries({ queryKey: runKey(runId) });
    await vi.waitFor(() => expect(getState().run?.status).toBe('paused'));
    await controlRun('continueRun');
    expect(getState().shortfall).toEqual({ need: 5, have: 0 });
    expect(api.calls).toHaveLength(1);
  });

  test('a run that waits for credits continues after the top-up', async () => {
    await open();
    const runId = await startRun();
    setBalance(0);
    api.runs.set(
      runId,
      runOf(runId, { status: 'paused', step: 'out_of_credits', canContinue: true, error: { code: 'InsufficientCredits', message: '' } }),
    );
    await queries.invalidateQueries({ queryKey: runKey(runId) });
    await vi.waitFor(() => expect(lacksCredits(getState())).toBe(true));
    expect(sessionStore.read('vitrine.run_waits_for_credits')).toBe(runId);
    setBalance(5);
    await vi.waitFor(() => expect(api.calls.at(-1)?.path).toBe(`/api/pipeline/runs/${runId}/continue`));
    await vi.waitFor(() => expect(getState().run?.status).toBe('running'));
    expect(sessionStore.read('vitrine.run_waits_for_credits')).toBeUndefined();
  });
});
