/** Functions that select parts of the state of the page Single Image to Video. A version is one result: a batch with one video. */
import type { BatchOf, VideoBatchItem } from '#shared/batch/api.ts';
import { type Counters, countersOf, hasOpenItems } from '#shared/batch/batch.ts';
import { type Cents, centsFromDollars } from '#shared/money.ts';
import { findMissingInputs, type MissingInput, wasDeliveredLate } from '#web/features/batch/cards/run.ts';
import { cancellationOf } from '#web/features/batch/store/cancelling.ts';
import type { ToolState } from '#web/features/batch/store/core.ts';
import { type Card, videoCards } from '../cards.ts';
import { type ShownVideo, videoOrderRules } from '../run.ts';
import { cardOfSingle, hasUnusedPhoto, resultsOf, type SingleState } from '../single.ts';
import { newVersion } from './single-view.ts';

export type SingleToolState = ToolState<SingleState, VideoBatchItem>;

const shownItems = new WeakMap<VideoBatchItem, ShownVideo>();

/** Returns the item of a version. For an unchanged item, returns the same object. */
export function itemOf({ batches }: Pick<SingleToolState, 'batches'>, versionId: string): ShownVideo | undefined {
  const item = batches.find(({ batchId }) => batchId === versionId)?.items[0];
  if (!item) return undefined;
  const shownItem = shownItems.get(item) ?? { ...item, batchId: versionId };
  shownItems.set(item, shownItem);
  return shownItem;
}

export const isDelivered = (item: ShownVideo | undefined): boolean =>
  item?.status === 'completed' || (item !== undefined && wasDeliveredLate(item));

/** Returns the ids of all versions, the newest first. */
export function versionIdsOf({ batches, sending }: Pick<SingleToolState, 'batches' | 'sending'>, target: string): string[] {
  const ids = resultsOf(batches).map(({ batchId }) => batchId);
  return sending && target === newVersion ? [newVersion, ...ids] : ids;
}

/** The versions have numbers from 1. The oldest version has the number 1. */
export const numberOf = (versionIds: readonly string[], versionId: string): number => versionIds.length - versionIds.indexOf(versionId);

/** Returns the id of the large version: the chosen version, otherwise the newest version. */
export const shownIdOf = (versionIds: readonly string[], chosenId: string | undefined): string | undefined =>
  chosenId !== undefined && versionIds.includes(chosenId) ? chosenId : versionIds[0];

/** Returns a card with the settings of a version. If the photo of the page was used for this version, the card contains this photo. */
export function cardOfVersion(draft: SingleState, item: ShownVideo): Card {
  const card = videoCards.cardOf(item);
  const { photo } = cardOfSingle(draft);
  return photo && draft.photoOf[item.batchId] === photo.id ? { ...card, photo } : card;
}

/** Returns the counters of the running batches, or of all results if no batch runs. */
export function countersOfRun(batches: readonly BatchOf<VideoBatchItem>[]): Counters {
  const running = batches.filter(hasOpenItems).flatMap(({ items }) => items);
  return countersOf(running.length > 0 ? running : batches.flatMap(({ items }) => items));
}

type Sums = { ready: number; failed: number; cancelled: number; paid: Cents };

/** Returns the counts and the paid amount of all versions of the page. */
export function sumsOf(batches: readonly BatchOf<VideoBatchItem>[]): Sums {
  const items = resultsOf(batches);
  const undelivered = items.filter((item) => !isDelivered(item));
  return {
    ready: items.filter(isDelivered).length,
    failed: undelivered.filter(({ status }) => status === 'failed').length,
    cancelled: undelivered.filter(({ status }) => status === 'cancelled').length,
    paid: items.reduce((sum, { charged }) => sum + centsFromDollars(charged), 0),
  };
}

/** Returns the missing input of a card. `both` means that both the photo and the prompt are missing. */
export const missingInputOf = (card: Card): 'both' | MissingInput['reason'] | undefined =>
  videoOrderRules.isEligible(card) ? undefined : (findMissingInputs([card], true)[0]?.reason ?? 'both');

/** Whether something can be cancelled: photos that are being sent, or videos that have not ended. */
export const isCancellable = ({ sending, batches }: SingleToolState): boolean =>
  sending ? sending.phase === 'uploading' : cancellationOf(batches.filter(hasOpenItems)).requests.length > 0;

type StageView = { sending: SingleToolState['sending']; chosenId: string | undefined };

/** Whether the large display area shows the photo in the shape of its video. This is true if the photo has no video yet. */
export const isPhotoOnStage = (draft: SingleState, { sending, chosenId }: StageView): boolean =>
  chosenId === undefined && !sending && hasUnusedPhoto(draft);

/** Returns the version on the stage. Returns undefined if the stage shows the photo or a version that is being sent. */
export function shownItemOf(
  state: SingleToolState,
  { chosenId, target }: { chosenId: string | undefined; target: string },
): ShownVideo | undefined {
  const { draft, sending } = state;
  if (draft.tab !== 'results' || isPhotoOnStage(draft, { sending, chosenId })) return undefined;
  const id = shownIdOf(versionIdsOf(state, target), chosenId);
  return id === undefined ? undefined : itemOf(state, id);
}
