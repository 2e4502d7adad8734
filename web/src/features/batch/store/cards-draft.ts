/** Stores the cards of a tool as a draft. */

import type { Photo } from '#web/features/upload/photo.ts';
import { type Draft, draftOf } from '#web/lib/drafts/draft.ts';
import { type PackedFile, packFile } from '#web/lib/drafts/files.ts';
import { isBlank } from '../cards/cards.ts';
import type { Tool } from '../cards/tool.ts';
import type { AnyState, CardIn } from './core.ts';

type PackedCard<Card extends CardIn<AnyState>> = Omit<Card, 'photo'> & { photo?: PackedFile<Photo> };
type PackedState<State extends AnyState> = Omit<State, 'cards'> & { version: 2; cards: PackedCard<CardIn<State>>[] };

export function packCards<State extends AnyState>({ cards, ...rest }: State): PackedState<State> {
  const packed = cards.map(({ photo, ...card }) => ({ ...card, ...(photo && { photo: packFile(photo) }) }));
  return { ...rest, version: 2, cards: packed } as unknown as PackedState<State>;
}

/**
 * Joins two drafts. The cards of the visitor are first. The settings of the visitor are used, because the visitor made the latest changes.
 */
export function joinCards<State extends AnyState>(visitor: State | undefined, account: State | undefined): State | undefined {
  const changedVisitor = visitor?.cards.some((card) => !isBlank(card)) ? visitor : undefined;
  // The batches of a visitor's draft are not used, because they do not belong to the account.
  if (changedVisitor && !account) return { ...changedVisitor, batchIds: [], sent: {} };
  if (!changedVisitor || !account) return account;
  const accountCards = account.cards.filter((card) => !isBlank(card) && !changedVisitor.cards.some(({ id }) => id === card.id));
  return {
    ...changedVisitor,
    cards: [...changedVisitor.cards.filter((card) => accountCards.length === 0 || !isBlank(card)), ...accountCards],
    batchIds: account.batchIds,
    sent: account.sent,
    orderId: account.orderId,
  };
}

export const cardsDraft = <State extends AnyState>(tool: Tool): Draft<State> =>
  draftOf<State, PackedState<State>, Photo>({
    name: tool,
    pack: packCards,
    filesOf: ({ cards }) => cards.flatMap(({ photo }) => photo ?? []),
    packedFilesOf: ({ cards }) => cards.flatMap(({ photo }) => photo ?? []),
    unpack: ({ version, cards, ...rest }, fileOf) => {
      if (version !== 2) return undefined;
      // A card whose photo is lost stays without a photo.
      const unpacked = cards.map(({ photo, ...card }) => {
        const unpackedPhoto = photo && fileOf(photo);
        return { ...card, ...(unpackedPhoto && { photo: unpackedPhoto }) };
      });
      return { ...rest, cards: unpacked } as unknown as State;
    },
    join: joinCards,
  });
