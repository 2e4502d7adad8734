/** Stops or continues the shown run. A run that waits for credits continues after the top-up. */
import { centsFromDollars } from '#shared/money.ts';
import { availableBalance, readBalanceAgain } from '#web/features/batch/store/balance.ts';
import { watchLiveUser } from '#web/features/batch/store/core.ts';
import { ApiError, codeOf } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';
import { sessionStore } from '#web/lib/storage.ts';
import { continueRun } from '../calls/continue-run.ts';
import { stopRun } from '../calls/stop-run.ts';
import { imageCents, type PipelineState, type Steering, store } from './core.ts';
import { failureOf } from './failure.ts';
import { readAgain } from './runs.ts';

/** The balance is read this often while a run waits for credits, in milliseconds. */
const balanceEveryMs = 10_000;
const waitingKey = 'vitrine.run_waits_for_credits';

/** The run has changed its state before the click: the shown state is old, and the seller made no mistake. */
const overtaken = ['NothingToStop', 'NothingToContinue', 'RunNotFound'];

const calls = { stopRun, continueRun };

/** The run needs an image that the balance does not cover. If another step is next, the run may continue without credits. */
const lacksForImage = ({ run, available }: PipelineState): number | undefined => {
  const wantsImage = run?.error?.code === 'InsufficientCredits' || run?.error?.during === 'generation';
  return wantsImage && available !== undefined && available < imageCents ? available : undefined;
};

const waitsForCredits = ({ run }: PipelineState): boolean =>
  run?.status === 'paused' && run.error?.code === 'InsufficientCredits' && run.canContinue;

/** Whether the run cannot continue before a top-up. */
export const lacksCredits = (state: PipelineState): boolean =>
  waitsForCredits(state) && state.available !== undefined && state.available < imageCents;

export async function steer(what: Steering): Promise<void> {
  const state = store.getState();
  const { runId } = state;
  if (runId === undefined || state.steering !== undefined) return;
  const have = what === 'continueRun' ? lacksForImage(state) : undefined;
  if (have !== undefined) return store.setState({ failure: undefined, shortfall: { need: imageCents, have } });
  store.setState({ failure: undefined, asksToStop: false, steering: what });
  try {
    await calls[what](runId);
  } catch (error) {
    const code = codeOf(error);
    const details = error instanceof ApiError ? error.details : {};
    if (code === 'InsufficientCredits' && typeof details.need === 'number' && typeof details.have === 'number')
      store.setState({ shortfall: { need: centsFromDollars(details.need), have: centsFromDollars(details.have) } });
    else if (overtaken.includes(code)) readAgain();
    else if (code !== 'Unauthorized' && store.getState().runId === runId) store.setState({ failure: failureOf(error, 'call') });
  } finally {
    store.setState({ steering: undefined });
  }
}

/** Copies the balance into the state. @returns a function that stops this. */
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
 * Continues a run after the top-up: the run lacked credits here or before the payment page, and now they are enough.
 * @returns a function that stops this.
 */
export function continueAfterTopUp(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (state: PipelineState) => {
    const lacks = lacksCredits(state);
    if (lacks && timer === undefined) timer = setInterval(readBalanceAgain, balanceEveryMs);
    if (!lacks) {
      clearInterval(timer);
      timer = undefined;
    }
    if (!waitsForCredits(state) || state.runId === undefined || state.available === undefined) return;
    if (lacks) return sessionStore.write(waitingKey, state.runId);
    if (sessionStore.read(waitingKey) !== state.runId) return;
    sessionStore.remove(waitingKey);
    void steer('continueRun');
  };
  const stop = store.subscribe(look);
  look(store.getState());
  return () => {
    stop();
    clearInterval(timer);
  };
}

export const askToStop = (asksToStop: boolean): void => store.setState({ asksToStop });
