/** Prepares the next run with the example of an ended run. */
import type { RunResponse } from '#shared/pipeline/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { checkPicture } from './check-picture.ts';
import { change, currentUserId, store } from './core.ts';
import { renewLinks, startNew } from './runs.ts';

async function fetchPicture(slot: 'before' | 'after', address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The picture ${slot} has the status ${response.status}`);
  const picture = await checkPicture(slot, new File([await response.blob()], `${slot}.jpg`));
  if ('problem' in picture) throw new Error(`The picture ${slot} has the problem ${picture.problem}`);
  return picture;
}

/**
 * Opens the setup with the example, the areas and the product type of a run. In the browser that ordered the run, the setup is still
 * stored. In another browser, the pictures of the example come from the server.
 */
export async function prepareNextPicture({ runId, photos, focusAreaPlan, productType }: RunResponse): Promise<void> {
  if (store.getState().setup.orderedRunId === runId) return startNew(true);
  const user = currentUserId();
  try {
    const [before, after] = await Promise.all([fetchPicture('before', photos.beforeUrl), fetchPicture('after', photos.afterUrl)]);
    if (currentUserId() !== user || store.getState().runId !== runId) return;
    const { aiSuggested, userProvided } = focusAreaPlan;
    change({ type: 'exampleReopened', runId: crypto.randomUUID(), example: { before, after }, aiSuggested, userProvided, productType });
    startNew(true);
  } catch (error) {
    console.warn('the example could not be loaded', error);
    // The links may have expired.
    renewLinks();
    showToast({ message: t('errors.Unreachable'), type: 'destructive' });
  }
}
