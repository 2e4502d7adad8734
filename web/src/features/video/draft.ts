/**
 * Cards and their files outlive sign-in, reload and a closed tab (Q63). What a visitor prepared is kept apart from what belongs
 * to an account, and moves into the account that signs in next.
 */

import { type Photo, previewOf } from '#web/features/upload/photo.ts';
import { readStored, removeStored, storedKeys, writeStored } from '#web/lib/idb.ts';
import { type Card, type CardsState, isBlank } from './cards.ts';

type StoredPhoto = Omit<Photo, 'src' | 'file'> & { src?: string };
type StoredCard = Omit<Card, 'photo'> & { photo?: StoredPhoto };
type StoredDraft = Omit<CardsState, 'cards'> & { version: 1; cards: StoredCard[] };

const draftKey = (owner: string | undefined) => `batch-video:${owner ?? 'visitor'}`;

/** A draft in its stored form: files lie apart, previews are made anew. */
export function packDraft({ cards, ...rest }: CardsState): StoredDraft {
  return {
    ...rest,
    version: 1,
    cards: cards.map(({ photo, ...card }) => {
      if (!photo) return card;
      const { file, src, ...about } = photo;
      return { ...card, photo: file ? about : { ...about, src } };
    }),
  };
}

/** Two drafts as one: the visitor's cards first, for they were touched last; settings are the visitor's too. */
export function joinDrafts(visitor: CardsState | undefined, own: CardsState | undefined): CardsState | undefined {
  const fresh = visitor?.cards.some((card) => !isBlank(card)) ? visitor : undefined;
  if (!fresh || !own) return fresh ?? own;
  const kept = own.cards.filter((card) => !isBlank(card) && !fresh.cards.some(({ id }) => id === card.id));
  return {
    ...fresh,
    cards: [...fresh.cards.filter((card) => kept.length === 0 || !isBlank(card)), ...kept],
    batchIds: own.batchIds,
    sent: { ...own.sent, ...fresh.sent },
  };
}

async function unpackPhoto(photo: StoredPhoto): Promise<Photo | undefined> {
  const file = await readStored<Blob>('files', photo.id);
  if (file) return { ...photo, file, src: await previewOf(file) };
  return photo.src ? { ...photo, src: photo.src } : undefined;
}

async function readDraft(owner: string | undefined): Promise<CardsState | undefined> {
  const draft = await readStored<StoredDraft>('drafts', draftKey(owner));
  if (draft?.version !== 1) return undefined;
  const { version: _, cards, ...rest } = draft;
  const unpacked = cards.map(async ({ photo, ...card }): Promise<Card> => {
    const found = photo && (await unpackPhoto(photo).catch(() => undefined));
    return found ? { ...card, photo: found } : card;
  });
  return { ...rest, cards: await Promise.all(unpacked) };
}

/** What this browser keeps for the account, or for a visitor. Undefined where it keeps nothing or refuses to. */
export async function loadDraft(owner: string | undefined): Promise<CardsState | undefined> {
  try {
    const own = await readDraft(owner);
    if (!owner) return own;
    const joined = joinDrafts(await readDraft(undefined), own);
    if (joined) await saveDraft(owner, joined);
    await removeStored('drafts', draftKey(undefined));
    return joined;
  } catch (error) {
    console.warn('no draft could be read', error);
    return undefined;
  }
}

let saving: Promise<void> = Promise.resolve();

/** Keeps the cards, one state after the other, so that a slow save of an older one cannot undo a newer. */
export function saveDraft(owner: string | undefined, state: CardsState): Promise<void> {
  saving = saving
    .then(() => writeDraft(owner, state))
    .catch((error: unknown) => {
      console.warn('the draft could not be kept', error);
    });
  return saving;
}

/** Each file is written once, and removed when no draft names it any more. */
async function writeDraft(owner: string | undefined, state: CardsState): Promise<void> {
  const kept = new Set(await storedKeys('files'));
  for (const { photo } of state.cards) {
    if (photo?.file && !kept.has(photo.id)) await writeStored('files', photo.id, photo.file);
  }
  await writeStored('drafts', draftKey(owner), packDraft(state));
  const named = new Set<string>();
  for (const key of await storedKeys('drafts')) {
    const draft = await readStored<StoredDraft>('drafts', key);
    for (const { photo } of draft?.cards ?? []) if (photo) named.add(photo.id);
  }
  for (const id of kept) if (!named.has(id)) await removeStored('files', id);
}
