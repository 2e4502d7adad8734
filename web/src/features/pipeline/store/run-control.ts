/** Stops or continues the shown run. A run that waits for credits continues after the top-up. */
import { centsFromDollars } from '#shared/money.ts';
import { availableBalance, readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { watchLiveUser } from '#web/features/batch/store/core.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { sessionStore } from '#web/lib/storage.ts';
import { continueRun } from '../calls/continue-run.ts';
import { stopRun } from '../calls/stop-run.ts';
import { imageCents, type PipelineState, type RunAction, store } from './core.ts';
import { failureOf } from './failure.ts';
import { readAgain } from './runs.ts';

/** Time between two reads of the balance while a run waits for credits. */
const balanceEveryMs = 10_000;
const waitingKey = 'vitrine.run_waits_for_credits';

/**
 * Each of these error codes means that the run had already changed its state before the click. The page then shows the new state and no
 * error.
 */
const codesOfChangedRun = ['NothingToStop', 'NothingToContinue', 'RunNotFound'];

const calls = { stopRun, continueRun };

/**
 * Returns the balance if it is lower than the price of the next image. Returns undefined if the next step makes no image, because other
 * steps are free.
 */
const balanceBelowImagePrice = ({ run, available }: PipelineState): number | undefined => {
  const needsImage = run?.error?.code === 'InsufficientCredits' || run?.error?.during === 'generation';
  return needsImage && available !== undefined && available < imageCents ? available : undefined;
};

const waitsForCredits = ({ run }: PipelineState): boolean =>
  run?.status === 'paused' && run.error?.code === 'InsufficientCredits' && run.canContinue;

/** Whether the run cannot continue before a top-up. */
export const lacksCredits = (state: PipelineState): boolean =>
  waitsForCredits(state) && state.available !== undefined && state.available < imageCents;

export async function controlRun(action: RunAction): Promise<void> {
  const state = store.getState();
  const { runId } = state;
  if (runId === undefined || state.pendingAction !== undefined) return;
  const have = action === 'continueRun' ? balanceBelowImagePrice(state) : undefined;
  if (have !== undefined) return store.setState({ failure: undefined, shortfall: { need: imageCents, have } });
  store.setState({ failure: undefined, isStopDialogOpen: false, pendingAction: action });
  try {
    await calls[action](runId);
  } catch (error) {
    const code = codeOf(error);
    const details = error instanceof ApiError ? error.details : {};
    if (code === 'InsufficientCredits' && typeof details.need === 'number' && typeof details.have === 'number')
      store.setState({ shortfall: { need: centsFromDollars(details.need), have: centsFromDollars(details.have) } });
    else if (codesOfChangedRun.includes(code)) readAgain();
    else if (code !== 'Unauthorized' && store.getState().runId === runId) store.setState({ failure: failureOf(error, 'call') });
  } finally {
    store.setState({ pendingAction: undefined });
  }
}

/**
 * Starts to copy each new balance into the state.
 * @returns a function that stops the copying.
 */
export function followBalance(): () => void {
  const read = () => {
    const available = availableBalance();
    if (available !== store.getState().available) store.setState({ available });
  };
  const stops = [queries.getQueryCache().subscribe(read), watchLiveUser(read)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Continues a run that waits for credits as soon as the balance is high enough. The browser tab stores the id of the waiting run, so this
 * also works after a visit to the payment page.
 * @returns a function that stops the wait.
 */
export function continueAfterTopUp(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const update = (state: PipelineState) => {
    const isShort = lacksCredits(state);
    if (isShort && timer === undefined) timer = setInterval(readBalanceAgain, balanceEveryMs);
    if (!isShort) {
      clearInterval(timer);
      timer = undefined;
    }
    if (!waitsForCredits(state) || state.runId === undefined || state.available === undefined) return;
    if (isShort) return sessionStore.write(waitingKey, state.runId);
    if (sessionStore.read(waitingKey) !== state.runId) return;
    sessionStore.remove(waitingKey);
    void controlRun('continueRun');
  };
  const stop = store.subscribe(update);
  update(store.getState());
  return () => {
    stop();
    clearInterval(timer);
  };
}

export const setStopDialogOpen = (isStopDialogOpen: boolean): void => store.setState({ isStopDialogOpen });
