/** Prepares the next run with the inputs of an ended run. */
import type { RunResponse } from '#shared/pipeline/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { checkPicture, type Slot } from './check-picture.ts';
import { change, currentUserId, store } from './core.ts';
import { renewLinks, startNew } from './runs.ts';
import type { Kept } from './setup.ts';

/** A picture on the server, with its name on the page. */
type NewInput = { url: string; title: string };

async function fetchPicture(slot: Slot, address: string, title: string = slot) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The picture ${slot} has the status ${response.status}`);
  const picture = await checkPicture(slot, new File([await response.blob()], `${title}.jpg`));
  if ('problem' in picture) throw new Error(`The picture ${slot} has the problem ${picture.problem}`);
  return picture;
}

/**
 * Opens the setup with the pictures, the areas and the product type of a run. In the browser that ordered the run, the setup is still
 * stored. In another browser, the pictures come from the server.
 * @param input the picture that becomes the input. Without it, the stored input stays.
 * @returns whether the setup is open. If the pictures could not be loaded, a message says so.
 */
async function reopenRun(run: RunResponse, keeps: Exclude<Kept, 'nothing'>, input?: NewInput): Promise<boolean> {
  const { runId, photos, focusAreaPlan, productType } = run;
  const isStored = isStoredHere(run);
  const user = currentUserId();
  try {
    const [before, after, newInput] = await Promise.all([
      isStored ? undefined : fetchPicture('before', photos.beforeUrl),
      isStored ? undefined : fetchPicture('after', photos.afterUrl),
      input && fetchPicture('input', input.url, input.title),
    ]);
    if (currentUserId() !== user || store.getState().runId !== runId) return false;
    const { aiSuggested, userProvided } = focusAreaPlan;
    if (before && after)
      change({ type: 'exampleReopened', runId: crypto.randomUUID(), pictures: { before, after }, aiSuggested, userProvided, productType });
    startNew(keeps);
    if (newInput) change({ type: 'pictureSet', slot: 'input', picture: newInput });
    return true;
  } catch (error) {
    console.warn('the pictures of the run could not be loaded', error);
    // The links may have expired.
    renewLinks();
    showToast({ message: t('errors.Unreachable'), type: 'destructive' });
    return false;
  }
}

const isStoredHere = ({ runId }: RunResponse): boolean => store.getState().setup.orderedRunId === runId;

/** Opens the setup with the example of a run, for another photo. */
export const prepareNextPicture = (run: RunResponse): Promise<boolean> => reopenRun(run, 'example');

/**
 * Opens the setup of a run, so that the seller can describe an unsolved area in other words. If the product in the result is unchanged, the
 * result becomes the input, and only this area is ordered. Otherwise the run starts again with the photo and all areas.
 * @param text the name of the area in the language of the page. The field for an own area contains it.
 */
export async function prepareNextAttempt(run: RunResponse, area: string, text: string): Promise<void> {
  const { result, photos, inputTitle = 'input' } = run;
  const isAccurate = result?.productAccuracy?.status === 'PASS';
  const storedInput = isStoredHere(run) ? undefined : { url: photos.inputUrl, title: inputTitle };
  // The name says that the input is no longer the seller's photo.
  const input = isAccurate ? { url: result.resultPath, title: `${inputTitle} (${t('pipeline.verdict.result')})` } : storedInput;
  if (!(await reopenRun(run, 'pictures', input))) return;
  change({ type: 'areaReopened', area, text, continuesResult: isAccurate });
  store.setState({ isAreaReopened: true });
}
