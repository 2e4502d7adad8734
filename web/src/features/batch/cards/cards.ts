/** The cards of a batch page, and pure functions for all changes of the cards. The caller creates new ids (docs/spec.md 7, 8.2, 8.3). */
import type { BatchItem, BatchOf } from '#shared/batch/api.ts';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { mergeChanges } from '#web/lib/drafts/merge.ts';

/** A page has at most as many cards as one order. An order of more than 100 cards is split into several batches. */
export const batchesPerOrderMax = 3;
export const cardsMax = batchesPerOrderMax * itemsPerBatchMax;

/** The settings of a card that all pages share. */
export type BasicSettings = { prompt: string; aspectRatio: string };

/** A video or image card (docs/spec.md 5.5, 8.2). Its id is also the id of its item in a batch. */
export type CardOf<Settings extends BasicSettings, Model extends string> = Settings & { id: string; model: Model; photo?: Photo };

/** The fields that the cards of all pages share. */
export type BasicCard = CardOf<BasicSettings, string>;

/** The saved state that all pages share. */
export type BasicState<Card extends BasicCard = BasicCard> = {
  cards: Card[];
  /** The batches whose items the cards show, oldest first. */
  batchIds: string[];
  /** The fingerprint of each card at its last order (`fingerprint`). A different fingerprint means that the card has changed. */
  sent: Record<string, string>;
  /** The idempotency key of the next order. All browser tabs with these cards use the same key, so that the seller pays only once. */
  orderId: string;
};

export type CardsStateOf<Settings extends BasicSettings, Model extends string> = BasicState<CardOf<Settings, Model>> & {
  /** The model of the page and of each of its cards. */
  model: Model;
  /** The defaults of the page. New cards start with these values, and 'Apply to all' copies them to all cards. */
  defaults: Settings;
};

/** Changes of photos. */
export type PhotoChange =
  | { type: 'photosAdded'; photos: Photo[]; newIds: string[] }
  | { type: 'photoSet'; cardId: string; photo: Photo }
  | { type: 'photoRemoved'; cardId: string };

/** Changes of orders and their batches. */
export type RunChange<Item extends BatchItem> =
  /** `ordered`: the cards in the state in which they were ordered. `replaces`: the batch whose items are generated again. */
  | { type: 'batchStarted'; batchId: string; ordered: readonly BasicCard[]; orderId: string; replaces?: string }
  | { type: 'batchStartedElsewhere'; batchId: string; orderId: string }
  | { type: 'orderRefused'; batchId: string; orderId: string }
  | { type: 'batchLoaded'; batch: BatchOf<Item> }
  | { type: 'batchesGone'; batchIds: readonly string[] }
  /** Replaces all cards by new cards with the photos, prompts and settings of past items. */
  | { type: 'openedAgain'; batchId: string; items: readonly Item[]; newIds: readonly string[] };

/** `orderId` is defined only if another user starts to use the page. */
export type StartedNew = { type: 'startedNew'; newIds: string[]; orderId?: string };

/** Changes of cards. */
export type CardChange<Settings extends BasicSettings, Model extends string> =
  | { type: 'cardEdited'; cardId: string; settings: Partial<Settings> }
  | { type: 'cardAdded'; id: string }
  /** `copies` maps the id of each card to the id of its copy. */
  | { type: 'cardsDuplicated'; copies: Readonly<Record<string, string>> }
  | { type: 'cardsRemoved'; cardIds: ReadonlySet<string> }
  | { type: 'cleared'; newIds: string[] }
  | { type: 'modelChosen'; model: Model }
  | { type: 'defaultEdited'; settings: Partial<Settings> }
  /** Copies settings to some cards. A blank prompt is not copied. */
  | { type: 'settingsApplied'; cardIds: ReadonlySet<string>; settings: Partial<Settings> }
  | { type: 'restored'; state: CardsStateOf<Settings, Model> }
  /** New links to photos on the server, by the id of the photo. */
  | { type: 'photosRenewed'; addresses: ReadonlyMap<string, string> }
  /** Another browser tab changed the same cards. */
  | { type: 'changedElsewhere'; merge: (state: CardsStateOf<Settings, Model>) => CardsStateOf<Settings, Model> }
  /** Undoes the change from `before` to `after`. Keeps all changes that were made after `after`. */
  | { type: 'undone'; before: CardsStateOf<Settings, Model>; after: CardsStateOf<Settings, Model> }
  | StartedNew;

export type ChangeOf<Settings extends BasicSettings, Model extends string, Item extends BatchItem> =
  | PhotoChange
  | RunChange<Item>
  | CardChange<Settings, Model>;

/** Maximum number of empty cards at the start of a page. */
export const emptyCardsMax = 3;

/** Whether a card has neither a photo nor a prompt. */
export const isBlank = (card: BasicCard): boolean => !card.photo && card.prompt.trim() === '';

/** Returns the inputs of a card as one text, its fingerprint. If this text differs from the text in `sent`, the card has changed. */
export function fingerprint({ id: _, photo, ...settings }: BasicCard): string {
  const entries = Object.entries(settings).sort(([one], [other]) => one.localeCompare(other));
  return JSON.stringify([photo?.id, ...entries.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])]);
}

/**
 * Returns the number of photos that the page can still accept. `arriving` contains the ids of added photos that may not be in the cards
 * yet.
 */
export function roomForPhotos({ cards }: { cards: readonly BasicCard[] }, arrivingIds: Iterable<string> = []): number {
  const photoIds = new Set(cards.map(({ photo }) => photo?.id));
  const reservedCount = [...arrivingIds].filter((id) => !photoIds.has(id)).length;
  return cardsMax - cards.filter((card) => card.photo).length - reservedCount;
}

/** Whether 'Apply to all' can copy this value. It cannot copy a blank prompt, because this would delete the prompts of the cards. */
export const isApplicable = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== '';

/**
 * Counts the cards with a ratio that the model does not offer. Returns 0 if only the default for new cards has such a ratio. Returns
 * undefined if the model offers all ratios.
 */
export function countLostRatios<Model extends string>(
  { cards, defaults }: Pick<CardsStateOf<BasicSettings, string>, 'cards' | 'defaults'>,
  model: Model,
  offersRatio: (model: Model, ratio: string) => boolean,
): number | undefined {
  const lostCount = cards.filter(({ aspectRatio }) => !offersRatio(model, aspectRatio)).length;
  return lostCount > 0 || !offersRatio(model, defaults.aspectRatio) ? lostCount : undefined;
}

/** The rules that differ between pages. */
export type CardRules<Settings extends BasicSettings, Model extends string, Item extends BatchItem> = {
  /** The state of a new page. */
  start: { model: Model; defaults: Settings; emptyCards: number };
  /** Replaces settings that the model does not offer. */
  adaptSettings: <S extends Settings>(settings: S, model: Model) => S;
  /** Returns the settings and the model with which an item was ordered. */
  settingsOfItem: (item: Item) => Settings & { model: Model };
};

export function cardsOf<Settings extends BasicSettings, Model extends string, Item extends BatchItem>({
  start,
  adaptSettings,
  settingsOfItem,
}: CardRules<Settings, Model, Item>) {
  type Card = CardOf<Settings, Model>;
  type State = CardsStateOf<Settings, Model>;

  const newCard = (id: string, { defaults, model }: Pick<State, 'defaults' | 'model'>): Card => ({ ...defaults, id, model });

  function startState(newIds: readonly string[], orderId: string): State {
    const { emptyCards, ...base } = start;
    return { ...base, cards: newIds.slice(0, emptyCards).map((id) => newCard(id, base)), batchIds: [], sent: {}, orderId };
  }

  const mapCard = (state: State, cardId: string, change: (card: Card) => Card): State => ({
    ...state,
    cards: state.cards.map((card) => (card.id === cardId ? change(card) : card)),
  });

  const withoutPhoto = (card: Card): Card => {
    const { photo: _, ...others } = card;
    return others as Card;
  };

  const withRenewedPhoto = (card: Card, addresses: ReadonlyMap<string, string>): Card => {
    const src = card.photo && addresses.get(card.photo.id);
    return card.photo && src ? { ...card, photo: { ...card.photo, src } } : card;
  };

  /** Puts photos into the cards without a photo, in order. Each remaining photo gets a new card. */
  function addPhotos(state: State, photos: readonly Photo[], newIds: readonly string[]): State {
    const remaining = [...photos];
    const filledCards = state.cards.map((card) => {
      const photo = card.photo ? undefined : remaining.shift();
      return photo ? { ...card, photo } : card;
    });
    const room = Math.max(0, cardsMax - filledCards.length);
    const addedCards = remaining.slice(0, room).map((photo, index) => ({ ...newCard(newIds[index] ?? photo.id, state), photo }));
    return { ...state, cards: [...filledCards, ...addedCards] };
  }

  /** Builds a card for an item without a card. Such an item was ordered on another device, or this browser has lost its card. */
  function cardOf(item: Item): Card {
    const { itemId: id, title, photoUrl: src } = item;
    const photo = src === undefined ? undefined : { id: `item:${id}`, title, src, width: 0, height: 0, fileSize: 0 };
    return { ...settingsOfItem(item), id, ...(photo && { photo }) };
  }

  /** Builds a new card from a past item. The photo stays on the server. */
  function cardAgain(item: Item, id: string, batchId: string): Card {
    const { photo, ...card } = cardOf(item);
    const source = { batchId, itemId: item.itemId };
    const sourcePhoto = photo && item.photoKey && { ...photo, id: `item:${batchId}:${item.itemId}`, uploadKey: item.photoKey, source };
    return { ...(card as Card), id, ...(sourcePhoto && { photo: sourcePhoto }) };
  }

  function openAgain(state: State, batchId: string, items: readonly Item[], newIds: readonly string[]): State {
    const cards = items.slice(0, newIds.length).map((item, index) => cardAgain(item, newIds[index] as string, batchId));
    const model = cards[0]?.model ?? state.model;
    // All cards have the model of the page.
    const adapted = cards.map((card) => (card.model === model ? card : { ...adaptSettings(card, model), model }));
    return { ...state, model, defaults: adaptSettings(state.defaults, model), cards: adapted, batchIds: [], sent: {} };
  }

  /** Whether the card still has the settings of the item. */
  const matchesItem = ({ photo: _, ...card }: Card, item: Item): boolean =>
    fingerprint(card) === fingerprint({ ...settingsOfItem(item), id: card.id });

  /** Adds a batch, unless the page already has this batch. If no card has the id of an item, the item gets a new card. */
  function addLoadedBatch(state: State, batch: BatchOf<Item>): State {
    if (state.batchIds.includes(batch.batchId)) return state;
    const cardIds = new Set(state.cards.map((card) => card.id));
    const addedCards = batch.items.filter((item) => !cardIds.has(item.itemId)).map(cardOf);
    const keptCards = state.cards.every(isBlank) && addedCards.length > 0 ? [] : state.cards;
    const sent = { ...state.sent };
    for (const card of addedCards) sent[card.id] = fingerprint(card);
    // Another browser tab ordered these cards. A card that is equal to its item has not changed since the order.
    for (const card of state.cards)
      if (batch.items.some((item) => item.itemId === card.id && matchesItem(card, item))) sent[card.id] = fingerprint(card);
    return {
      ...state,
      ...(keptCards.length === 0 &&
        addedCards[0] && { model: addedCards[0].model, defaults: adaptSettings(state.defaults, addedCards[0].model) }),
      cards: [...addedCards, ...keptCards],
      batchIds: [...state.batchIds, batch.batchId],
      sent,
    };
  }

  function startBatch(state: State, batchId: string, ordered: readonly BasicCard[], orderId: string): State {
    const sent = { ...state.sent };
    for (const card of ordered) sent[card.id] = fingerprint(card);
    // The earlier batches stay, because cards outside this batch still show their results.
    return { ...state, sent, batchIds: [...new Set([...state.batchIds, batchId])], orderId };
  }

  /**
   * Undoes a change with a three-way merge. The base is `after`. One side is `before`, and the other side is the current state with later
   * changes.
   */
  function undoChange(state: State, before: State, after: State): State {
    const merged = mergeChanges(after, state, before);
    // All cards get the model of the page. After the undo, the page has at most `cardsMax` cards.
    const cards = merged.cards.map((card) =>
      card.model === merged.model ? card : { ...adaptSettings(card, merged.model), model: merged.model },
    );
    const currentIds = new Set(state.cards.map(({ id }) => id));
    const surplus = cards.filter(({ id }) => !currentIds.has(id)).slice(Math.max(0, cardsMax - state.cards.length));
    const batchIds = [...new Set([...before.batchIds.filter((id) => merged.batchIds.includes(id)), ...merged.batchIds])];
    return { ...merged, batchIds, cards: cards.length > cardsMax ? cards.filter((card) => !surplus.includes(card)) : cards };
  }

  function changeCards(state: State, change: ChangeOf<Settings, Model, Item>): State {
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
        return state.cards.length < cardsMax ? { ...state, cards: [...state.cards, newCard(change.id, state)] } : state;
      case 'cardsDuplicated': {
        const room = cardsMax - state.cards.length;
        const copiedIds = new Set(Object.keys(change.copies).slice(0, Math.max(0, room)));
        const cards = state.cards.flatMap((card) => {
          const id = copiedIds.has(card.id) ? change.copies[card.id] : undefined;
          return id === undefined ? [card] : [card, { ...card, id }];
        });
        return { ...state, cards };
      }
      case 'cardsRemoved':
        return { ...state, cards: state.cards.filter((card) => !change.cardIds.has(card.id)) };
      case 'cleared':
        return { ...state, cards: change.newIds.slice(0, start.emptyCards).map((id) => newCard(id, state)), sent: {}, batchIds: [] };
      case 'modelChosen': {
        const defaults = adaptSettings(state.defaults, change.model);
        const cards = state.cards.map((card) => ({ ...adaptSettings(card, change.model), model: change.model }));
        return { ...state, model: change.model, defaults, cards };
      }
      case 'defaultEdited':
        return { ...state, defaults: { ...state.defaults, ...change.settings } };
      case 'settingsApplied': {
        const appliedSettings = Object.fromEntries(Object.entries(change.settings).filter(([, value]) => isApplicable(value)));
        return { ...state, cards: state.cards.map((card) => (change.cardIds.has(card.id) ? { ...card, ...appliedSettings } : card)) };
      }
      case 'batchStarted':
        return startBatch(state, change.batchId, change.ordered, change.orderId);
      case 'batchStartedElsewhere':
      case 'orderRefused':
        // An order of this browser tab that still waits for its response keeps its key.
        return state.orderId === change.batchId ? { ...state, orderId: change.orderId } : state;
      case 'batchLoaded':
        return addLoadedBatch(state, change.batch);
      case 'batchesGone': {
        const batchIds = state.batchIds.filter((id) => !change.batchIds.includes(id));
        return batchIds.length < state.batchIds.length ? { ...state, batchIds } : state;
      }
      case 'openedAgain':
        return openAgain(state, change.batchId, change.items, change.newIds);
      case 'photosRenewed':
        return { ...state, cards: state.cards.map((card) => withRenewedPhoto(card, change.addresses)) };
      case 'restored':
        return change.state;
      case 'changedElsewhere':
        return change.merge(state);
      case 'undone':
        return undoChange(state, change.before, change.after);
      case 'startedNew':
        return startState(change.newIds, change.orderId ?? state.orderId);
    }
  }

  return { startState, changeCards, cardOf, matchesItem, adaptSettings };
}
