/** Functions that compute values from the state of the page. */
import type { EditBatchResponse } from '#shared/batch/api.ts';
import { countersOf, hasEnded, hasOpenItems } from '#shared/batch/batch.ts';
import { type Cents, centsFromDollars } from '#shared/money.ts';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import { isSame } from '#web/lib/drafts/merge.ts';
import { type ParsedChoices, parseChoices } from '../choices.ts';
import type { EditState, ShownEdit } from './core.ts';
import type { EditPhoto, Run } from './draft.ts';

export type PhotoStatus = 'new' | 'sending' | 'queued' | 'working' | 'ready' | 'failed' | 'cancelled';

/** The text key of each state of a photo. A new photo has no text. */
export const stateKeys = {
  sending: 'state.sending',
  queued: 'state.queued',
  working: 'state.generating',
  ready: 'state.ready',
  failed: 'state.failed',
  cancelled: 'state.cancelled',
} as const satisfies Record<Exclude<PhotoStatus, 'new'>, string>;

export const selectedOf = ({ draft: { photos }, selectedId }: Pick<EditState, 'draft' | 'selectedId'>): EditPhoto | undefined =>
  photos.find(({ id }) => id === selectedId) ?? photos[0];

/** Returns the settings of an order and their faults. The size of the photo is only used to find settings without an effect. */
export const parsedChoicesOf = (state: Pick<EditState, 'draft' | 'selectedId'>): ParsedChoices =>
  parseChoices(state.draft.choices, { photo: selectedOf(state)?.photo, guidance: state.draft.guidance });

export function statusOf({ items, sending }: Pick<EditState, 'items' | 'sending'>, id: string): PhotoStatus {
  if (sending?.ids.has(id)) return 'sending';
  switch (items.get(id)?.status) {
    case undefined:
      return 'new';
    case 'queued':
      return 'queued';
    case 'completed':
      return 'ready';
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'working';
  }
}

export const isRunning = ({ batches, sending }: Pick<EditState, 'batches' | 'sending'>): boolean =>
  sending !== undefined || batches.some(hasOpenItems);

/** Whether no order is possible at the moment. */
export const isLocked = (state: EditState): boolean => isRunning(state) || state.loadingRuns || !state.restored;

/** Returns the id of the guiding picture if an order with these settings uses it. */
export const guidanceIdOf = ({ backgroundMode }: PhotoEditSettings, guidance: { id: string } | undefined): string | undefined =>
  backgroundMode === 'image-guided' ? guidance?.id : undefined;

const guidanceOfRun = (runs: readonly Run[], batchId: string): string | undefined => runs.find(({ id }) => id === batchId)?.guidanceId;

/** Whether an item was made with the chosen settings. */
export function hasSettings({ draft }: Pick<EditState, 'draft'>, { batchId, settings }: ShownEdit, chosen: PhotoEditSettings): boolean {
  const guidanceId = guidanceIdOf(chosen, draft.guidance);
  return isSame(settings, chosen) && (guidanceId === undefined || guidanceOfRun(draft.runs, batchId) === guidanceId);
}

/**
 * Returns the photos of the next order: the photos without a result. If all photos have a result, but no result has the chosen settings,
 * these are all photos. So the seller never pays again for a photo only because another photo was added or edited.
 */
export function idsToEdit(state: EditState): string[] {
  const ids = state.draft.photos.map(({ id }) => id);
  const newIds = ids.filter((id) => state.items.get(id)?.status !== 'completed');
  if (newIds.length > 0) return newIds;
  return idsWithChoices(state).length > 0 ? [] : ids;
}

/** Returns the photos with a result that has the chosen settings. */
function idsWithChoices(state: EditState): string[] {
  const { settings } = parsedChoicesOf(state);
  return state.draft.photos.flatMap(({ id }) => {
    const item = state.items.get(id);
    return item?.status === 'completed' && hasSettings(state, item, settings) ? [id] : [];
  });
}

/** Whether a result has other settings than the chosen settings, although other results have the chosen settings. */
export function isOtherResult(state: EditState, id: string): boolean {
  const ids = idsWithChoices(state);
  return ids.length > 0 && !ids.includes(id) && state.items.get(id)?.status === 'completed';
}

/** Whether the next order only edits photos again whose last edit was delivered with other settings. */
export function isRepeat(state: EditState): boolean {
  const ids = idsToEdit(state);
  return ids.length > 0 && ids.every((id) => state.items.get(id)?.status === 'completed');
}

/** Whether an edit can be ordered again with its own settings. The page may no longer have the guiding picture of the edit. */
export function canRepeat({ draft }: Pick<EditState, 'draft'>, { batchId, settings }: ShownEdit): boolean {
  const guidanceId = guidanceIdOf(settings, draft.guidance);
  return settings.backgroundMode !== 'image-guided' || (guidanceId !== undefined && guidanceOfRun(draft.runs, batchId) === guidanceId);
}

/** Whether all photos have a result, and the chosen settings were already used. */
export const isAllEdited = (state: EditState): boolean => !isRunning(state) && state.results.size > 0 && idsToEdit(state).length === 0;

/** Returns the photos whose last edit failed. */
export const failedIds = ({ draft, items }: EditState): string[] =>
  draft.photos.flatMap(({ id }) => (items.get(id)?.status === 'failed' ? [id] : []));

/**
 * Returns the ended batch that the server can retry. The photos must be all failed items of the batch, and the settings must be unchanged.
 */
export function batchToRetry(state: EditState, ids: readonly string[], chosen: PhotoEditSettings): string | undefined {
  const [first] = ids.map((id) => state.items.get(id));
  const batch = state.batches.find(({ batchId }) => batchId === first?.batchId);
  const failed = batch?.items.filter(({ status }) => status === 'failed').map(({ itemId }) => itemId) ?? [];
  const areAllFailed =
    failed.length === ids.length && failed.every((id) => ids.includes(id) && state.items.get(id)?.batchId === batch?.batchId);
  return first && batch && batch.status !== 'running' && areAllFailed && hasSettings(state, first, chosen) ? batch.batchId : undefined;
}

export const priceOfEdits = ({ apiMode }: Pick<PhotoEditSettings, 'apiMode'>, count: number): Cents => photoEditPrices[apiMode] * count;

export type RunProgress = { total: number; ready: number; failed: number; working: number; cancelled: number; paid: Cents };

/**
 * Returns the progress of the running batches. If no batch runs, returns the progress of all photos, including photos that were added after
 * the last batch. The paid amount is for all results of the page.
 */
export function progressOf({ batches, draft, items, sending }: EditState): RunProgress {
  const paid = batches.flatMap((batch) => batch.items).reduce((sum, { charged }) => sum + centsFromDollars(charged), 0);
  const running = batches.filter(hasOpenItems);
  const shown = sending
    ? []
    : running.length > 0
      ? running.flatMap((batch) => batch.items)
      : draft.photos.flatMap(({ id }) => items.get(id) ?? []);
  const { completed, failed, cancelled, processing } = countersOf(shown);
  const shownCount = running.length === 0 && shown.length > 0 ? draft.photos.length : shown.length;
  return { total: sending?.ids.size ?? shownCount, ready: completed, failed, cancelled, working: processing, paid };
}

/** Returns, for each batch, the items that have not started. Cancelling these items loses no work. */
export const waitingItems = ({ batches }: Pick<EditState, 'batches'>): { batchId: string; itemIds: string[] }[] =>
  batches.flatMap(({ batchId, items }) => {
    const itemIds = items.filter(({ status, isCancelling }) => status === 'queued' && !isCancelling).map(({ itemId }) => itemId);
    return itemIds.length > 0 ? [{ batchId, itemIds }] : [];
  });

/**
 * Returns the newest item and the newest delivered item of each photo. Unchanged items stay the same objects, so their tiles do not render
 * again.
 */
export function itemsOf(batches: readonly EditBatchResponse[], known: WeakMap<object, ShownEdit>) {
  const items = new Map<string, ShownEdit>();
  const results = new Map<string, ShownEdit>();
  for (const { batchId, settings, items: batchItems } of batches.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)))
    for (const item of batchItems) {
      const shown = known.get(item) ?? { ...item, batchId, settings };
      known.set(item, shown);
      items.set(item.itemId, shown);
      if (item.status === 'completed') results.set(item.itemId, shown);
    }
  return { items, results };
}

export const endedCount = (batches: readonly EditBatchResponse[]): number =>
  batches.reduce((sum, { items }) => sum + items.filter(({ status }) => hasEnded(status)).length, 0);
