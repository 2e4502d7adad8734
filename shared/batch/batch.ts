/** A batch and its items: states, legal moves, counters (SPEC 3, 4; checklist I17 to I19, M1). Shared by every kind of batch. */

/** What is made: videos and images never stand in one batch. */
export const batchKinds = ['video', 'image'] as const;
export type BatchKind = (typeof batchKinds)[number];

/**
 * What is held for and captured: the batches; the edit of a photo, which is always a call of its own (Q12); and a before/after run,
 * which is a batch whose items appear one after another (Q51).
 */
export const workKinds = [...batchKinds, 'photo-edit', 'pipeline'] as const;
export type WorkKind = (typeof workKinds)[number];

/** The id of the only item of a single call (docs/decisions/006). No page orders an item with this id. */
export const singleCallItemId = (kind: BatchKind): string => kind;

export const itemsPerBatchMax = 100;
export const promptCharactersMax = 2000;

export const itemStatuses = ['queued', 'generating', 'completed', 'failed', 'cancelled'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const batchStatuses = ['running', 'completed', 'partial', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const stages = ['submitting', 'processing', 'finalizing'] as const;
export type Stage = (typeof stages)[number];

export type Counters = { total: number; completed: number; processing: number; queued: number; failed: number; cancelled: number };

const moves: Record<ItemStatus, readonly ItemStatus[]> = {
  queued: ['generating', 'failed', 'cancelled'],
  generating: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

/** Whether an item may go from one state to another. */
export const mayMove = (from: ItemStatus, to: ItemStatus): boolean => moves[from].includes(to);

/** Whether an item has ended: its hold was captured or released, and nothing about it changes any more. */
export const hasEnded = (status: ItemStatus): boolean => moves[status].length === 0;

/** SPEC 3, progress counters. */
export function countersOf(items: readonly { status: ItemStatus }[]): Counters {
  const count = (status: ItemStatus) => items.filter((item) => item.status === status).length;
  return {
    total: items.length,
    completed: count('completed'),
    processing: count('generating'),
    queued: count('queued'),
    failed: count('failed'),
    cancelled: count('cancelled'),
  };
}

/** The state of a batch by its items: running until each has ended; completed if nothing failed, otherwise partial (SPEC 4; Q56). */
export function batchStatusOf(items: readonly { status: ItemStatus }[]): BatchStatus {
  const { total, completed, cancelled, failed } = countersOf(items);
  if (completed + cancelled + failed < total) return 'running';
  if (completed === total) return 'completed';
  if (completed > 0) return 'partial';
  return failed > 0 ? 'failed' : 'cancelled';
}

/** Milliseconds after the start of the work at which a generating item is shown in its next stage (SPEC 4, single item lifecycle). */
export const processingAfterMs = 1_000;
export const finalizingAfterMs = 8_000;

/** What a generating item is doing, by the time since its start (Q29). */
export function stageAt(startedAtMs: number, nowMs: number): Stage {
  const elapsed = nowMs - startedAtMs;
  if (elapsed < processingAfterMs) return 'submitting';
  return elapsed < finalizingAfterMs ? 'processing' : 'finalizing';
}

/** The place in the queue of each item: 1 for the next to start, undefined for one that is not queued (SPEC 3, queued item). */
export function queuePositions(items: readonly { status: ItemStatus }[]): (number | undefined)[] {
  let position = 0;
  return items.map(({ status }) => (status === 'queued' ? ++position : undefined));
}
