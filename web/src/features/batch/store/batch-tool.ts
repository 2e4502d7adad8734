/** A tool that makes batches: its state and all actions of the seller. The tool runs on every page until the site is closed. */
import type { BatchItem } from '#shared/batch/api.ts';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue } from '#web/features/upload/upload-queue.ts';
import { type DraftKeeper, keepDraft } from '#web/lib/drafts/keep-draft.ts';
import { signIn } from '#web/lib/session/session.ts';
import { emptyCardsMax } from '../cards/cards.ts';
import { newIds } from '../cards/new-id.ts';
import { recreateChoices } from '../cards/run.ts';
import { cancelActions } from './cancelling.ts';
import { cardsDraft } from './cards-draft.ts';
import { type AnyState, coreOf, liveUserId, type ToolChange, type ToolDefinition } from './core.ts';
import { editActions } from './edits.ts';
import { createOpenActions } from './opening.ts';
import { orderActions } from './ordering.ts';
import { photoActions } from './photos.ts';
import { runActions } from './runs.ts';
import { selectActions } from './selecting.ts';
import { followUploads } from './uploads.ts';
import { waitingOrderActions } from './waiting.ts';

export type BatchTool<State extends AnyState, Item extends BatchItem, Extra = never> = ReturnType<
  typeof createBatchTool<State, Item, Extra>
>;

/** Whether the two drafts differ only in typed text. */
function isTyping<State extends AnyState>(before: State, after: State): boolean {
  if (before.batchIds !== after.batchIds || before.orderId !== after.orderId || before.cards.length !== after.cards.length) return false;
  return after.cards.every((card, index) => card.id === before.cards[index]?.id && card.photo === before.cards[index]?.photo);
}

export function createBatchTool<State extends AnyState, Item extends BatchItem, Extra = never>(
  definition: ToolDefinition<State, Item, Extra>,
) {
  type Change = ToolChange<State, Item> | Extra;
  const core = coreOf(definition, createUploadQueue(sendPhoto));
  const { store, change } = core;
  const newDraft = () => definition.start(newIds(emptyCardsMax), crypto.randomUUID());
  const startKeeper = (): DraftKeeper =>
    keepDraft<State>({
      draft: cardsDraft<State>(definition.tool),
      get: () => store.getState().draft,
      subscribe: (listener) => {
        let lastDraft = store.getState().draft;
        return store.subscribe(({ draft }) => {
          if (draft === lastDraft) return;
          lastDraft = draft;
          listener(draft);
        });
      },
      replace: (state, reason) => {
        if (reason === 'new-user') change({ type: 'startedNew', newIds: state.cards.map(({ id }) => id), orderId: state.orderId });
        else if (reason === 'restored') change({ type: 'restored', state } as Change);
        else change({ type: 'changedElsewhere', merge: () => state } as Change);
      },
      start: newDraft,
      isTyping,
      onRestored: (restored) => store.setState({ restored }),
    });
  let draftKeeper: DraftKeeper | undefined;
  const runs = runActions(core);
  const orders = orderActions(core);
  const edits = editActions(core, runs);
  const opening = createOpenActions(core, runs, edits);
  const waitingOrders = waitingOrderActions(core, (cards) => orders.order(cards));
  const eligibleCards = () => store.getState().draft.cards.filter(definition.orderRules.isEligible);

  const signInFirst = () => void (draftKeeper?.save() ?? Promise.resolve()).then(signIn);
  let stopFunctions: (() => void)[] | undefined;

  return {
    definition,
    core,
    store,
    change,
    ...photoActions(core),
    ...cancelActions(core),
    ...selectActions(core),
    ...edits,
    ...waitingOrders,
    order: orders.order,
    /** Orders some cards. A visitor must sign in first. */
    orderSignedIn: (cards: Parameters<typeof orders.order>[0]) => (liveUserId() ? orders.order(cards) : signInFirst()),
    stopSending: orders.stopSending,
    dismissFailure: orders.dismissFailure,
    dismissShortfall: orders.dismissShortfall,
    renewLinks: runs.renewLinks,
    findOtherBatches: runs.findOtherBatches,
    hideBatches: runs.hideBatches,
    openAgain: opening.openAgain,
    restoreBatches: runs.restoreBatches,
    upload: (photo: Parameters<typeof core.uploads.ensure>[0]) => void core.uploads.ensure(photo).catch(() => undefined),
    signInFirst,
    /** Orders all cards that can be ordered. If cards have results, first asks which cards to generate again. */
    create(): void {
      if (!liveUserId()) {
        signInFirst();
        return;
      }
      const { draft, items } = store.getState();
      const cards = eligibleCards();
      if (draft.cards.some(({ id }) => items.has(id))) store.setState({ choices: recreateChoices(cards, items, draft.sent) });
      else orders.order(cards);
    },
    dismissChoices: () => store.setState({ choices: undefined }),
    /** Starts the tool. Call this function when the page of the tool appears for the first time. Later calls have no effect. */
    start(): void {
      if (stopFunctions) return;
      store.setState({ draft: newDraft() });
      draftKeeper = startKeeper();
      stopFunctions = [draftKeeper.stop, runs.start(), followUploads(core), orders.start(), opening.start()];
    },
    /** Stops everything that `start` has started. Only tests call this function. */
    stop(): void {
      for (const stop of stopFunctions ?? []) stop();
      stopFunctions = undefined;
    },
  };
}
