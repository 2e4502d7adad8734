/** Decides which button of the page is filled. Only one button may be filled. */
import { hasEnded } from '#shared/batch/batch.ts';
import { fingerprint } from '#web/features/batch/cards/cards.ts';
import { isRefused } from '#web/features/batch/cards/failure.ts';
import { type ShownVideo, videoOrderRules } from '../run.ts';
import { cardOfSingle, resultsOf, type SingleState } from '../single.ts';
import { cardOfVersion, isDelivered, type SingleToolState, shownItemOf } from './selectors.ts';
import { useSingle, useSingleView } from './use-single.ts';

/** The main action: save the current video, repeat the current failed video, run the form, or run the form with its changes. */
export type MainAction = 'download' | 'retry' | 'run' | 'run_changes';

/** Whether an order of the form would have the same photo, prompt and settings as the version. */
export const isFormOf = (draft: SingleState, item: ShownVideo): boolean =>
  fingerprint(cardOfSingle(draft)) === fingerprint(cardOfVersion(draft, item));

/** Whether the form has the photo and the prompt of a version. */
export function hasInputOf(draft: SingleState, item: ShownVideo): boolean {
  const [form, version] = [cardOfSingle(draft), cardOfVersion(draft, item)];
  return form.prompt === version.prompt && form.photo?.id === version.photo?.id;
}

/** Whether the page has a delivered video with the photo, the prompt and the settings of the form. */
const hasVideoOfForm = ({ batches, draft }: SingleToolState): boolean =>
  resultsOf(batches).some((item) => isDelivered(item) && isFormOf(draft, item));

function mainActionOf(state: SingleToolState, view: Parameters<typeof shownItemOf>[1]): MainAction {
  const { draft } = state;
  const item = shownItemOf(state, view);
  if (!item || !(hasEnded(item.status) || isDelivered(item))) return 'run';
  if (isDelivered(item) && hasVideoOfForm(state)) return 'download';
  const isChangedForm = videoOrderRules.isEligible(cardOfSingle(draft)) && !isFormOf(draft, item);
  if (isChangedForm) return 'run_changes';
  if (isDelivered(item)) return 'download';
  // A repeated order would be refused again, so the seller must first change the prompt.
  return isRefused(item.error) ? 'run' : 'retry';
}

export function useMainAction(): MainAction {
  const chosenId = useSingleView((view) => view.shownId);
  const target = useSingleView((view) => view.target);
  return useSingle((state) => mainActionOf(state, { chosenId, target }));
}
