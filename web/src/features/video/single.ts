/**
 * Changes the state of the page Single Image to Video with pure functions (docs/spec.md 6). The state is the state of a batch page with
 * exactly one card. So both pages share the code for orders, uploads and drafts. The results are in a separate grid and not in the card.
 */
import type { BatchOf, VideoBatchItem } from '#shared/batch/api.ts';
import { animationStyles, type StyleId } from '#shared/video/styles.ts';
import { fingerprint } from '#web/features/batch/cards/cards.ts';
import { hasFailed } from '#web/features/batch/cards/run.ts';
import { singleItemId } from '#web/features/batch/cards/tool.ts';
import { type Card, type CardsState, type Change, videoCards } from './cards.ts';
import type { ShownVideo } from './run.ts';

const { startState, changeCards, matchesItem } = videoCards;

export type SingleTab = 'samples' | 'results';

export type SingleState = CardsState & {
  tab: SingleTab;
  /** The sample style whose preview is shown. */
  styleId: StyleId;
  /** Photo id of each run, by batch id. If the seller removes a photo, the page also removes the results of this photo. */
  photoOf: Record<string, string>;
};

export type SingleChange =
  | Change
  | { type: 'restored'; state: SingleState }
  | { type: 'changedElsewhere'; merge: (state: SingleState) => SingleState }
  | { type: 'undone'; before: SingleState; after: SingleState }
  | { type: 'tabOpened'; tab: SingleTab }
  | { type: 'styleChosen'; styleId: StyleId }
  | { type: 'resultsRemoved'; batchIds: readonly string[] }
  | { type: 'resultsRestored'; previous: Pick<SingleState, 'batchIds' | 'photoOf'> };

/** Maximum number of results on the page. Older results are in the history. */
export const resultsMax = 40;

export function startSingle(orderId: string): SingleState {
  const [first] = animationStyles;
  return { ...startState([singleItemId], orderId), tab: 'samples', styleId: first?.id ?? 'shoe-step-motion', photoOf: {} };
}

/** Returns the only card. It contains the settings of the next order. */
export const cardOfSingle = ({ cards }: Pick<CardsState, 'cards'>): Card => cards[0] as Card;

/** Returns the runs that use the photo in the card. */
export function runsOfPhoto(state: SingleState): string[] {
  const photoId = cardOfSingle(state).photo?.id;
  return photoId === undefined ? [] : state.batchIds.filter((batchId) => state.photoOf[batchId] === photoId);
}

/** Whether the card has a photo, and every result of the page was made from another photo. */
export function hasUnusedPhoto({ cards, batchIds, photoOf }: Pick<SingleState, 'cards' | 'batchIds' | 'photoOf'>): boolean {
  const photoId = cardOfSingle({ cards }).photo?.id;
  return photoId !== undefined && batchIds.every((id) => photoOf[id] !== undefined && photoOf[id] !== photoId);
}

const withoutRuns = (state: SingleState, batchIds: readonly string[]): SingleState => ({
  ...state,
  batchIds: state.batchIds.filter((id) => !batchIds.includes(id)),
  photoOf: Object.fromEntries(Object.entries(state.photoOf).filter(([batchId]) => !batchIds.includes(batchId))),
});

/** Adds a run and the id of its photo. */
function withRun(state: SingleState, batchId: string, photoId: string | undefined): SingleState {
  const batchIds = [...state.batchIds.filter((id) => id !== batchId), batchId];
  return { ...state, batchIds, photoOf: { ...state.photoOf, ...(photoId !== undefined && { [batchId]: photoId }) } };
}

/** Restores removed results and keeps the results that were added later. */
const withRestoredRuns = (state: SingleState, { batchIds, photoOf }: Pick<SingleState, 'batchIds' | 'photoOf'>): SingleState => ({
  ...state,
  batchIds: [...new Set([...batchIds, ...state.batchIds])],
  photoOf: { ...photoOf, ...state.photoOf },
});

/** Adds a run that another browser tab or another device started, or that this browser stored. */
function addLoadedRun(state: SingleState, batch: BatchOf<VideoBatchItem>): SingleState {
  if (state.batchIds.includes(batch.batchId)) return state;
  const card = cardOfSingle(state);
  const [item] = batch.items;
  const isOfCard = item !== undefined && card.photo?.title === item.title && matchesItem(card, item);
  const next = withRun(state, batch.batchId, isOfCard ? card.photo?.id : undefined);
  return { ...next, tab: batch.status === 'running' ? 'results' : state.tab, ...(isOfCard && { sent: { [card.id]: fingerprint(card) } }) };
}

export function changeSingle(state: SingleState, change: SingleChange): SingleState {
  switch (change.type) {
    case 'photosAdded':
    case 'photoSet': {
      const photo = change.type === 'photoSet' ? change.photo : change.photos[0];
      const card = cardOfSingle(state);
      // The page accepts only one image, and keeps it until the seller removes it.
      if (card.photo || !photo) return state;
      // Before the first video, the samples are more useful than an empty list of results.
      return { ...state, cards: [{ ...card, photo }], tab: state.batchIds.length > 0 ? 'results' : state.tab };
    }
    case 'photoRemoved': {
      const next = withoutRuns({ ...state, ...changeCards(state, change), sent: {} }, runsOfPhoto(state));
      return next.batchIds.length === 0 ? { ...next, tab: 'samples' } : next;
    }
    case 'batchStarted': {
      const [ordered] = change.ordered;
      // A repeated run keeps its own photo, even if another photo was ordered later.
      const photoId = change.replaces === undefined ? ordered?.photo?.id : state.photoOf[change.replaces];
      const remaining = change.replaces === undefined ? state : withoutRuns(state, [change.replaces]);
      const sent = change.replaces === undefined && ordered ? { [ordered.id]: fingerprint(ordered) } : state.sent;
      return { ...withRun(remaining, change.batchId, photoId), orderId: change.orderId, sent, tab: 'results' };
    }
    case 'batchLoaded':
      return addLoadedRun(state, change.batch);
    // The earlier results stay, in the same way as after 'startedNew'. The only card keeps its id.
    case 'openedAgain': {
      const { batchIds, photoOf } = state;
      const opened = changeCards(state, { ...change, items: change.items.slice(0, 1), newIds: [singleItemId] });
      return { ...state, ...opened, batchIds, photoOf };
    }
    case 'resultsRemoved':
    case 'batchesGone':
      return change.batchIds.some((id) => state.batchIds.includes(id)) ? withoutRuns(state, change.batchIds) : state;
    case 'startedNew':
      // The action contains an order id only if another user starts. In this case, the results are removed. Otherwise, they stay
      // (docs/spec.md 6.3, 6.4).
      return change.orderId === undefined
        ? { ...startSingle(state.orderId), batchIds: state.batchIds, photoOf: state.photoOf }
        : startSingle(change.orderId);
    case 'restored':
      // The seller can select a tab of the page before the browser has read the stored draft.
      return { ...startSingle(state.orderId), ...change.state, ...(state.tab === 'results' && { tab: state.tab }) };
    case 'changedElsewhere':
      return { ...state, ...change.merge(state) };
    case 'resultsRestored':
      return withRestoredRuns(state, change.previous);
    case 'tabOpened':
      return { ...state, tab: change.tab };
    case 'styleChosen':
      return { ...state, styleId: change.styleId };
    default:
      return { ...state, ...changeCards(state, change) };
  }
}

/** Returns the runs that ended without a video. A new run removes them from the page, but not from the history. */
export const runsWithoutVideo = (results: readonly ShownVideo[]): string[] =>
  results.filter((item) => hasFailed(item) || item.status === 'cancelled').map(({ batchId }) => batchId);

/** Returns the results for the grid, the newest first. */
export const resultsOf = (batches: readonly BatchOf<VideoBatchItem>[]): ShownVideo[] =>
  [...batches]
    .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
    .flatMap(({ batchId, items }) => items.map((item) => ({ ...item, batchId })));
