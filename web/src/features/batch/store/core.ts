/** The state of a tool that makes batches, outside React. Each part of the store changes its own fields. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { hasOpenItems } from '#shared/batch/batch.ts';
import type { Cents } from '#shared/money.ts';
import type { WriteCounts } from '#web/features/ai-write/write-many.ts';
import type { Rejection } from '#web/features/upload/rejected-dialog.tsx';
import type { UploadQueue, UploadState } from '#web/features/upload/upload-queue.ts';
import type { PageErrorCode } from '#web/lib/api.ts';
import { readSessionState, subscribeToSession } from '#web/lib/session/session.ts';
import type { BasicSettings, CardsStateOf, ChangeOf } from '../cards/cards.ts';
import { type MeasuredDuration, readDurations } from '../cards/durations.ts';
import type { OrderRules } from '../cards/making.ts';
import type { RecreateScope, ShownItem } from '../cards/run.ts';
import type { Tool } from '../cards/tool.ts';

export type AnyState = CardsStateOf<BasicSettings, string>;
export type CardIn<State extends AnyState> = State['cards'][number];
export type ToolChange<State extends AnyState, Item extends BatchItem> = ChangeOf<State['defaults'], State['model'], Item>;

/** The seller can stop an order while its photos are uploaded, but not after the order is sent. */
export type Sending = { cardIds: ReadonlySet<string>; phase: 'uploading' | 'sending-order' };
export type OrderFailure = { code: PageErrorCode; title?: string; details?: Record<string, unknown> };
export type Shortfall = { need: Cents; have: Cents };

/** Items to cancel. If `isWholeBatch` is true, the server cancels all items of the batch that have not ended. */
export type CancelRequest = { batchId: string; itemIds: string[]; isWholeBatch: boolean };
/** Data for the question before a cancellation: the numbers of generating and queued items. */
export type CancelQuestion = { requests: CancelRequest[]; generating: number; queued: number };

export type Selection = {
  ids: ReadonlySet<string>;
  /** The card that was selected last. A click with Shift selects all cards between this card and the clicked card. */
  anchor: string | undefined;
};

export type ToolState<State extends AnyState, Item extends BatchItem> = {
  /** The cards and settings, which the browser stores. */
  draft: State;
  /** Whether the draft belongs to the current user. */
  restored: boolean;
  uploads: ReadonlyMap<string, UploadState>;
  batches: readonly BatchOf<Item>[];
  /** The newest item of each card, by card id. */
  items: ReadonlyMap<string, ShownItem<Item>>;
  /** The newest delivered item of each card, by card id. While a redo runs, this is the earlier result. */
  results: ReadonlyMap<string, ShownItem<Item>>;
  /** Cards that the seller has marked to order them again together. */
  redoIds: ReadonlySet<string>;
  /** Whether the page still waits for the first response about at least one batch. */
  loadingRuns: boolean;
  /** Whether the last reads failed. */
  isRetrying: boolean;
  /** Durations of earlier items. */
  durations: readonly MeasuredDuration[];
  /** Progress of the check of added files. */
  checking: { done: number; total: number } | undefined;
  /** The reason why the last file for a card was rejected, by card id. */
  problems: Readonly<Record<string, string>>;
  /** A rejected photo that is too large, but can be made smaller, by card id. */
  tooLarge: Readonly<Record<string, File>>;
  rejection: Rejection | undefined;
  sending: Sending | undefined;
  failure: OrderFailure | undefined;
  shortfall: Shortfall | undefined;
  /** The cards that the last order contained. */
  idsToOrder: readonly string[];
  /** The choices of the dialog that asks which cards to generate again. Undefined if the dialog is closed. */
  choices: Record<RecreateScope, CardIn<State>[]> | undefined;
  /** Items whose cancellation was requested. */
  cancelling: ReadonlySet<string>;
  cancelQuestion: CancelQuestion | undefined;
  /** Cards whose prompt AI Write is writing. */
  writing: ReadonlySet<string>;
  writeProgress: WriteCounts | undefined;
  selection: Selection;
};

export type ToolDefinition<State extends AnyState, Item extends BatchItem, Extra = never> = {
  tool: Tool;
  /** The path of the page. */
  path: string;
  start(cardIds: readonly string[], orderId: string): State;
  reduce(state: State, change: ToolChange<State, Item> | Extra): State;
  orderRules: OrderRules<CardIn<State>>;
};

export type ToolCore<State extends AnyState, Item extends BatchItem, Extra = never> = {
  definition: ToolDefinition<State, Item, Extra>;
  store: StoreApi<ToolState<State, Item>>;
  uploads: UploadQueue;
  change(change: ToolChange<State, Item> | Extra): void;
};

const emptyIds = ['empty-1', 'empty-2', 'empty-3'];

export function coreOf<State extends AnyState, Item extends BatchItem, Extra = never>(
  definition: ToolDefinition<State, Item, Extra>,
  uploads: UploadQueue,
): ToolCore<State, Item, Extra> {
  const store = createStore<ToolState<State, Item>>(() => ({
    // These ids are fixed, because the build prerenders the same page.
    draft: definition.start(emptyIds, ''),
    restored: false,
    uploads: new Map(),
    batches: [],
    items: new Map(),
    results: new Map(),
    redoIds: new Set(),
    loadingRuns: false,
    isRetrying: false,
    durations: readDurations(),
    checking: undefined,
    problems: {},
    tooLarge: {},
    rejection: undefined,
    sending: undefined,
    failure: undefined,
    shortfall: undefined,
    idsToOrder: [],
    choices: undefined,
    cancelling: new Set(),
    cancelQuestion: undefined,
    writing: new Set(),
    writeProgress: undefined,
    selection: { ids: new Set(), anchor: undefined },
  }));
  return {
    definition,
    store,
    uploads,
    change: (change) => {
      const { draft } = store.getState();
      const next = definition.reduce(draft, change);
      if (next !== draft) store.setState({ draft: next });
    },
  };
}

/** Calls `listener` with a selected part of the state immediately, and after each change of this part. */
export function watch<Whole, Part>(store: StoreApi<Whole>, select: (state: Whole) => Part, listener: (part: Part) => void): () => void {
  let lastPart = select(store.getState());
  listener(lastPart);
  return store.subscribe((state) => {
    const part = select(state);
    if (Object.is(part, lastPart)) return;
    lastPart = part;
    listener(part);
  });
}

/** Returns the id of the signed-in user. Returns undefined for a visitor and after the session has expired. */
export const liveUserId = (): string | undefined => {
  const session = readSessionState();
  return session.status === 'user' && !session.expired ? session.user.id : undefined;
};

/** Calls `listener` with `liveUserId` immediately, and after each change of this id. */
export function watchLiveUser(listener: (userId: string | undefined) => void): () => void {
  let lastUserId = liveUserId();
  listener(lastUserId);
  return subscribeToSession(() => {
    const userId = liveUserId();
    if (userId === lastUserId) return;
    lastUserId = userId;
    listener(userId);
  });
}

/** Whether an order is being sent, or an item of a batch has not ended. */
export const isRunning = <State extends AnyState, Item extends BatchItem>({ batches, sending }: ToolState<State, Item>): boolean =>
  sending !== undefined || batches.some(hasOpenItems);

/** Whether a batch runs, or the cards show the results of a batch. */
export const hasRun = <State extends AnyState, Item extends BatchItem>(state: ToolState<State, Item>): boolean =>
  isRunning(state) || (state.items.size > 0 && state.draft.cards.some(({ id }) => state.items.has(id)));

/** Whether the cards cannot be changed, because an order is being sent, a batch runs, or the cards are not loaded yet. */
export const isLocked = <State extends AnyState, Item extends BatchItem>(state: ToolState<State, Item>): boolean =>
  isRunning(state) || state.loadingRuns || !state.restored;
