/** The cards of the batch page and every change to them, purely: ids are arguments (SPEC 2 'Batch Image to Video'; I4 to I11). */
import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { type Resolution, type VideoModelId, videoModel } from '#shared/catalogue.ts';
import { emptyCardsAtStart, videoDefaults } from '#shared/video/defaults.ts';
import { offersRatio } from '#web/features/ratio/ratio-choices.ts';
import type { Photo } from '#web/features/upload/photo.ts';

export type Settings = {
  prompt: string;
  aspectRatio: string;
  durationSeconds: 8;
  resolution: Resolution;
  generateAudio: boolean;
};

/** SPEC 3 'Video batch card'. Its id is the item's id in a batch, too. */
export type Card = Settings & { id: string; model: VideoModelId; photo?: Photo };

export type CardsState = {
  /** The model of the page; every card has it too (I10). */
  model: VideoModelId;
  /** SPEC's global-defaults card: what 'Apply to all' copies and new cards start with (I11). */
  defaults: Settings;
  cards: Card[];
  /** The batches whose items stand in the cards, oldest first. */
  batchIds: string[];
  /** What each card was when it was last sent, to tell whether it has changed since. */
  sent: Record<string, string>;
  /** The idempotency key of the next order. Every tab that restored these cards has the same, so they order, and pay, once. */
  orderId: string;
};

export type Change =
  | { type: 'photosAdded'; photos: Photo[]; newIds: string[] }
  | { type: 'photoSet'; cardId: string; photo: Photo }
  | { type: 'photoRemoved'; cardId: string }
  | { type: 'cardEdited'; cardId: string; settings: Partial<Settings> }
  | { type: 'cardAdded'; id: string }
  | { type: 'cardDuplicated'; cardId: string; id: string }
  | { type: 'cardRemoved'; cardId: string }
  | { type: 'cardPutBack'; card: Card; index: number }
  | { type: 'cleared'; newIds: string[] }
  | { type: 'modelChosen'; model: VideoModelId }
  | { type: 'defaultEdited'; settings: Partial<Settings> }
  | { type: 'appliedToAll'; field: keyof Settings }
  /** `replaces`: the batch whose videos these are once more. */
  | { type: 'batchStarted'; batchId: string; cardIds: string[]; orderId: string; replaces?: string }
  | { type: 'batchStartedElsewhere'; batchId: string; orderId: string }
  | { type: 'orderRefused'; batchId: string; orderId: string }
  | { type: 'batchSeen'; batch: VideoBatchResponse }
  | { type: 'batchesGone'; batchIds: readonly string[] }
  | { type: 'restored'; state: CardsState }
  | { type: 'undone'; state: CardsState }
  /** With an order id of its own for somebody else's start. */
  | { type: 'startedNew'; newIds: string[]; orderId?: string };

/** SPEC 4: empty prompt, ratio 9:16, 8s, 1080p, audio off. */
export const defaultSettings: Settings = {
  prompt: videoDefaults.prompt,
  aspectRatio: videoDefaults.aspectRatio,
  durationSeconds: videoDefaults.durationSeconds,
  resolution: videoDefaults.resolution,
  generateAudio: videoDefaults.generateAudio,
};

export { emptyCardsAtStart };

const newCard = (id: string, { defaults, model }: Pick<CardsState, 'defaults' | 'model'>): Card => ({ ...defaults, id, model });

export function startState(newIds: readonly string[], orderId: string): CardsState {
  const base = { model: videoDefaults.model, defaults: defaultSettings };
  return { ...base, cards: newIds.slice(0, emptyCardsAtStart).map((id) => newCard(id, base)), batchIds: [], sent: {}, orderId };
}

/** A card nothing has been put into. */
export const isBlank = (card: Card): boolean => !card.photo && card.prompt.trim() === '';

/** What of a card makes its video: if this differs from what was sent, the card has changed. */
export const fingerprint = ({ photo, prompt, aspectRatio, durationSeconds, resolution, generateAudio, model }: Card): string =>
  JSON.stringify([photo?.id, prompt.trim(), aspectRatio, durationSeconds, resolution, generateAudio, model]);

const mapCard = (state: CardsState, cardId: string, change: (card: Card) => Card): CardsState => ({
  ...state,
  cards: state.cards.map((card) => (card.id === cardId ? change(card) : card)),
});

const withoutPhoto = ({ photo: _, ...card }: Card): Card => card;

/** Settings a model can meet: its own resolution (SPEC 4), and a ratio it makes. */
function settingsFor<S extends Settings>(settings: S, id: VideoModelId): S {
  const specs = videoModel(id)?.specs;
  if (!specs) return settings;
  const aspectRatio = offersRatio(id, settings.aspectRatio) ? settings.aspectRatio : videoDefaults.aspectRatio;
  return { ...settings, resolution: specs.resolution, aspectRatio };
}

/** How many cards a model takes their shape away from; none where only new cards would have had it; undefined where nobody loses any. */
export function ratiosLost({ cards, defaults }: Pick<CardsState, 'cards' | 'defaults'>, id: VideoModelId): number | undefined {
  const lost = cards.filter(({ aspectRatio }) => !offersRatio(id, aspectRatio)).length;
  return lost > 0 || !offersRatio(id, defaults.aspectRatio) ? lost : undefined;
}

/** Photos fill the cards that have none, in order; the rest get cards of their own. */
function addPhotos(state: CardsState, photos: readonly Photo[], newIds: readonly string[]): CardsState {
  const left = [...photos];
  const filled = state.cards.map((card) => {
    const photo = card.photo ? undefined : left.shift();
    return photo ? { ...card, photo } : card;
  });
  const room = Math.max(0, itemsPerBatchMax - filled.length);
  const added = left.slice(0, room).map((photo, index) => ({ ...newCard(newIds[index] ?? photo.id, state), photo }));
  return { ...state, cards: [...filled, ...added] };
}

/** How many more photos the cards can take. */
export const roomForPhotos = ({ cards }: CardsState): number => itemsPerBatchMax - cards.filter((card) => card.photo).length;

/** The card of an item that this page did not make: another device did, or this browser has forgotten it. */
export function cardOf({ itemId, title, prompt, aspectRatio, resolution, generateAudio, photoUrl, model }: VideoBatchItem): Card {
  const photo: Photo | undefined = photoUrl ? { id: `item:${itemId}`, title, src: photoUrl, width: 0, height: 0, fileSize: 0 } : undefined;
  return {
    ...defaultSettings,
    id: itemId,
    prompt,
    aspectRatio,
    resolution,
    generateAudio,
    model: videoModel(model)?.id ?? videoDefaults.model,
    ...(photo && { photo }),
  };
}

/** Whether a card would be ordered as an item was. */
export const isSameAs = (card: Card, item: VideoBatchItem): boolean =>
  card.prompt.trim() === item.prompt &&
  card.aspectRatio === item.aspectRatio &&
  card.resolution === item.resolution &&
  card.generateAudio === item.generateAudio &&
  card.model === item.model;

/** Shows a batch: its items' cards are those of the page with the same id, and new ones for the others. Once for each batch. */
function seeBatch(state: CardsState, batch: VideoBatchResponse): CardsState {
  if (state.batchIds.includes(batch.batchId)) return state;
  const known = new Set(state.cards.map((card) => card.id));
  const added = batch.items.filter((item) => !known.has(item.itemId)).map(cardOf);
  const kept = state.cards.every(isBlank) && added.length > 0 ? [] : state.cards;
  const sent = { ...state.sent };
  for (const card of added) sent[card.id] = fingerprint(card);
  // Another tab sent these cards; one that reads as its item does has not changed since.
  for (const card of state.cards)
    if (batch.items.some((item) => item.itemId === card.id && isSameAs(card, item))) sent[card.id] = fingerprint(card);
  return {
    ...state,
    ...(kept.length === 0 && added[0] && { model: added[0].model, defaults: settingsFor(state.defaults, added[0].model) }),
    cards: [...added, ...kept],
    batchIds: [...state.batchIds, batch.batchId],
    sent,
  };
}

function startBatch(state: CardsState, batchId: string, cardIds: readonly string[], orderId: string): CardsState {
  const started = state.cards.filter((card) => cardIds.includes(card.id));
  const sent = { ...state.sent };
  for (const card of started) sent[card.id] = fingerprint(card);
  // The earlier batches stay: a card that is not in this one shows its result of then.
  return { ...state, sent, batchIds: [...new Set([...state.batchIds, batchId])], orderId };
}

export function changeCards(state: CardsState, change: Change): CardsState {
  switch (change.type) {
    case 'photosAdded':
      return addPhotos(state, change.photos, change.newIds);
    case 'photoSet':
      return mapCard(state, change.cardId, (card) => ({ ...card, photo: change.photo }));
    case 'photoRemoved':
      return mapCard(state, change.cardId, withoutPhoto);
    case 'cardEdited':
      return mapCard(state, change.cardId, (card) => ({ ...card, ...change.settings }));
    case 'cardAdded':
      return state.cards.length < itemsPerBatchMax ? { ...state, cards: [...state.cards, newCard(change.id, state)] } : state;
    case 'cardDuplicated': {
      const index = state.cards.findIndex((card) => card.id === change.cardId);
      const card = state.cards[index];
      if (!card || state.cards.length >= itemsPerBatchMax) return state;
      return { ...state, cards: state.cards.toSpliced(index + 1, 0, { ...card, id: change.id }) };
    }
    case 'cardRemoved':
      return { ...state, cards: state.cards.filter((card) => card.id !== change.cardId) };
    case 'cardPutBack':
      return state.cards.length < itemsPerBatchMax ? { ...state, cards: state.cards.toSpliced(change.index, 0, change.card) } : state;
    case 'cleared':
      return { ...state, cards: change.newIds.slice(0, emptyCardsAtStart).map((id) => newCard(id, state)), sent: {}, batchIds: [] };
    case 'modelChosen': {
      const defaults = settingsFor(state.defaults, change.model);
      const cards = state.cards.map((card) => ({ ...settingsFor(card, change.model), model: change.model }));
      return { ...state, model: change.model, defaults, cards };
    }
    case 'defaultEdited':
      return { ...state, defaults: { ...state.defaults, ...change.settings } };
    case 'appliedToAll':
      return { ...state, cards: state.cards.map((card) => ({ ...card, [change.field]: state.defaults[change.field] })) };
    case 'batchStarted':
      return startBatch(state, change.batchId, change.cardIds, change.orderId);
    case 'batchStartedElsewhere':
    case 'orderRefused':
      // An order of this tab whose answer was lost keeps its key.
      return state.orderId === change.batchId ? { ...state, orderId: change.orderId } : state;
    case 'batchSeen':
      return seeBatch(state, change.batch);
    case 'batchesGone': {
      const batchIds = state.batchIds.filter((id) => !change.batchIds.includes(id));
      return batchIds.length < state.batchIds.length ? { ...state, batchIds } : state;
    }
    case 'restored':
      return change.state;
    case 'undone':
      return { ...change.state, orderId: state.orderId };
    case 'startedNew':
      return startState(change.newIds, change.orderId ?? state.orderId);
  }
}
