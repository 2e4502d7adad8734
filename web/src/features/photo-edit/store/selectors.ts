/** Facts about the state of the page. */
import type { EditBatchResponse } from '#shared/batch/api.ts';
import { countersOf, hasEnded } from '#shared/batch/batch.ts';
import { type Cents, centsFromDollars } from '#shared/money.ts';
import { type PhotoEditSettings, photoEditPrices } from '#shared/photo-edit/settings.ts';
import { isSame } from '#web/lib/drafts/merge.ts';
import { type Read, readChoices } from '../choices.ts';
import type { EditState, ShownEdit } from './core.ts';
import type { EditPhoto, Run } from './draft.ts';

export type PhotoStatus = 'new' | 'sending' | 'queued' | 'working' | 'ready' | 'failed' | 'cancelled';

/** The text key of each state of a photo. A new photo has no text. */
export const stateKeys = {
  sending: 'bench.state.sending',
  queued: 'bench.state.queued',
  working: 'photo_edit.state_working',
  ready: 'bench.state.ready',
  failed: 'bench.state.failed',
  cancelled: 'bench.state.cancelled',
} as const satisfies Record<Exclude<PhotoStatus, 'new'>, string>;

export const selectedOf = ({ draft: { photos }, selectedId }: Pick<EditState, 'draft' | 'selectedId'>): EditPhoto | undefined =>
  photos.find(({ id }) => id === selectedId) ?? photos[0];

/** The settings of an order. A photo's size only decides which settings have no effect. */
export const readOf = (state: Pick<EditState, 'draft' | 'selectedId'>): Read =>
  readChoices(state.draft.choices, { photo: selectedOf(state)?.photo, guidance: state.draft.guidance });

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
  sending !== undefined || batches.some(({ status }) => status === 'running');

/** Whether no order can be made now. */
export const isLocked = (state: EditState): boolean => isRunning(state) || state.loadingRuns || !state.restored;

/** The guiding picture that an order with these settings uses. */
export const guidanceIdOf = ({ backgroundMode }: PhotoEditSettings, guidance: { id: string } | undefined): string | undefined =>
  backgroundMode === 'image-guided' ? guidance?.id : undefined;

const guidanceOfRun = (runs: readonly Run[], batchId: string): string | undefined => runs.find(({ id }) => id === batchId)?.guidanceId;

/** Whether an item was made with the settings that are chosen now. */
export function hasSettings({ draft }: Pick<EditState, 'draft'>, { batchId, settings }: ShownEdit, now: PhotoEditSettings): boolean {
  const guidanceId = guidanceIdOf(now, draft.guidance);
  return isSame(settings, now) && (guidanceId === undefined || guidanceOfRun(draft.runs, batchId) === guidanceId);
}

/** The photos without a result of the chosen settings. */
export function idsToEdit(state: EditState): string[] {
  const { settings } = readOf(state);
  return state.draft.photos.flatMap(({ id }) => {
    const item = state.items.get(id);
    return item?.status === 'completed' && hasSettings(state, item, settings) ? [] : [id];
  });
}

/** The photos whose last edit failed. */
export const failedIds = ({ draft, items }: EditState): string[] =>
  draft.photos.flatMap(({ id }) => (items.get(id)?.status === 'failed' ? [id] : []));

/** The batch that the server can repeat for these photos: they are all its failed items, and the settings are the same. */
export function batchToRetry(state: EditState, ids: readonly string[], now: PhotoEditSettings): string | undefined {
  const [first] = ids.map((id) => state.items.get(id));
  const batch = state.batches.find(({ batchId }) => batchId === first?.batchId);
  const failed = batch?.items.filter(({ status }) => status === 'failed').map(({ itemId }) => itemId) ?? [];
  const isWhole = failed.length === ids.length && failed.every((id) => ids.includes(id) && state.items.get(id)?.batchId === batch?.batchId);
  return first && batch && isWhole && hasSettings(state, first, now) ? batch.batchId : undefined;
}

export const quoteOf = ({ apiMode }: Pick<PhotoEditSettings, 'apiMode'>, count: number): Cents => photoEditPrices[apiMode] * count;

export type RunProgress = { total: number; ready: number; failed: number; working: number; cancelled: number; paid: Cents };

/** Progress of the running batch or of the last one, and what was paid for all results of the page. */
export function progressOf({ batches, draft, items, sending }: EditState): RunProgress {
  const paid = batches.flatMap((batch) => batch.items).reduce((sum, { charged }) => sum + centsFromDollars(charged), 0);
  const running = batches.filter(({ status }) => status === 'running');
  const shown = sending
    ? []
    : running.length > 0
      ? running.flatMap((batch) => batch.items)
      : draft.photos.flatMap(({ id }) => items.get(id) ?? []);
  const { completed, failed, cancelled, processing } = countersOf(shown);
  return { total: sending?.ids.size ?? shown.length, ready: completed, failed, cancelled, working: processing, paid };
}

/** Items that a cancellation stops without a loss, by batch. */
export const waitingItems = ({ batches }: Pick<EditState, 'batches'>): { batchId: string; itemIds: string[] }[] =>
  batches.flatMap(({ batchId, items }) => {
    const itemIds = items.filter(({ status, isCancelling }) => status === 'queued' && !isCancelling).map(({ itemId }) => itemId);
    return itemIds.length > 0 ? [{ batchId, itemIds }] : [];
  });

/** The newest item of each photo, and the newest delivered item. Unchanged items keep their objects, so that no tile renders again. */
export function itemsOf(batches: readonly EditBatchResponse[], known: WeakMap<object, ShownEdit>) {
  const items = new Map<string, ShownEdit>();
  const results = new Map<string, ShownEdit>();
  for (const { batchId, settings, items: own } of batches.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt)))
    for (const item of own) {
      const shown = known.get(item) ?? { ...item, batchId, settings };
      known.set(item, shown);
      items.set(item.itemId, shown);
      if (item.status === 'completed') results.set(item.itemId, shown);
    }
  return { items, results };
}

export const endedCount = (batches: readonly EditBatchResponse[]): number =>
  batches.reduce((sum, { items }) => sum + items.filter(({ status }) => hasEnded(status)).length, 0);
