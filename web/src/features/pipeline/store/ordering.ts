/** Analyzes the example, and starts a run: sends the pictures first, then the order. */
import i18next from 'i18next';
import { centsFromDollars } from '#shared/money.ts';
import { matchLanguage } from '#shared/page-language.ts';
import { isDefiniteRefusal } from '#web/features/batch/cards/order-id.ts';
import { liveUserId } from '#web/features/batch/store/core.ts';
import { ApiError } from '#web/lib/api.ts';
import { analyzeExample } from '../calls/analyze-example.ts';
import { startRun } from '../calls/start-run.ts';
import { slots } from './check-picture.ts';
import { type Busy, change, currentUserId, imageCents, isLocked, store } from './core.ts';
import { type Failure, failureOf, UploadFailure } from './failure.ts';
import { clearUploads, sendPictures } from './pictures.ts';
import { showStarted } from './runs.ts';
import { exampleOf, orderOf, setupError } from './setup.ts';

const pageLanguage = () => matchLanguage([i18next.language]);
const centsOr = (value: unknown, fallbackCents: number): number => (typeof value === 'number' ? centsFromDollars(value) : fallbackCents);

async function runTask(busy: Busy, kind: Failure['kind'] & ('call' | 'analysis'), work: () => Promise<void>): Promise<void> {
  if (!navigator.onLine) return store.setState({ failure: { kind, code: 'Offline' } });
  store.setState({ failure: undefined, busy });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof UploadFailure)) console.error('a call of the before/after page failed', error);
    const failure = failureOf(error, kind);
    if (failure.code === 'UploadNotFound') clearUploads();
    // After these two errors, the page opens a dialog instead of a message.
    if (failure.code !== 'Unauthorized' && failure.code !== 'InsufficientCredits') store.setState({ failure });
  } finally {
    store.setState({ busy: undefined });
  }
}

/** Suggests focus areas for the example. */
export async function analyze(): Promise<void> {
  const { setup } = store.getState();
  const example = exampleOf(setup);
  const user = currentUserId();
  if (isLocked(store.getState()) || example === undefined) return;
  await runTask('analyzing', 'analysis', async () => {
    const { before, after } = await sendPictures(setup.pictures, ['before', 'after']);
    const response = await analyzeExample({
      beforeImageUrl: before,
      afterImageUrl: after,
      productType: setup.productType.trim(),
      userRequirements: '',
      language: pageLanguage(),
    });
    if (currentUserId() === user) change({ type: 'analyzed', example, response });
  });
}

/** Starts a run with the prepared inputs. If the balance does not cover one image, opens the dialog about missing credits. */
export async function start(): Promise<void> {
  const state = store.getState();
  const { setup, available } = state;
  if (isLocked(state) || setupError(setup) || !liveUserId()) return;
  if (available !== undefined && available < imageCents) {
    store.setState({ shortfall: { need: imageCents, have: available } });
    return;
  }
  const user = currentUserId();
  await runTask('uploading', 'call', async () => {
    const { runId } = setup;
    const nextRunId = crypto.randomUUID();
    const showAccepted = () => {
      if (currentUserId() !== user) return;
      change({ type: 'ordered', runId, nextRunId });
      showStarted(runId);
    };
    const keys = await sendPictures(setup.pictures, slots);
    store.setState({ busy: 'starting' });
    try {
      await startRun(orderOf(setup, keys, pageLanguage()));
      showAccepted();
    } catch (error) {
      const { code, details } = error instanceof ApiError ? error : { code: undefined, details: {} };
      // This id is already used: by another browser tab, or by a call whose response was lost. So the page shows that run, and nothing is
      // charged twice.
      if (code === 'BatchIdReused') return showAccepted();
      if (isDefiniteRefusal(error) && currentUserId() === user) change({ type: 'refused', nextRunId });
      if (code === 'InsufficientCredits')
        store.setState({ shortfall: { need: centsOr(details.need, imageCents), have: centsOr(details.have, available ?? 0) } });
      throw error;
    }
  });
}

export const dismissFailure = (): void => store.setState({ failure: undefined });
export const dismissShortfall = (): void => store.setState({ shortfall: undefined });
