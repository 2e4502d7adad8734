/**
 * Cards and their files outlive sign-in, reload and a closed tab (Q63). What a visitor prepared is kept apart from what belongs
 * to an account, and moves into the account that signs in next.
 */
import { type Photo, previewOf } from '#web/features/upload/photo.ts';
import { readStored, removeStored, storedKeys, writeStored } from '#web/lib/idb.ts';
import { hasSignedOut } from '#web/lib/session/sign-outs.ts';
import { type BasicCard, type BasicState, isBlank } from './cards.ts';
import { type Tool, tools } from './tool.ts';

type StoredPhoto = Omit<Photo, 'src' | 'file' | 'small'> & { src?: string };
type StoredCard = Omit<BasicCard, 'photo'> & { photo?: StoredPhoto };
/** `orderId` came later than the first drafts. */
type StoredDraft = Omit<BasicState, 'cards' | 'orderId'> & { version: 1; cards: StoredCard[]; orderId?: string };

/** Where the small copy of a photo's file lies. */
const smallKey = (photoId: string) => `${photoId}/small`;

const draftKey = (tool: Tool, owner: string | undefined) => `${tool}:${owner ?? 'visitor'}`;

/** A draft in its stored form: files lie apart, previews are made anew. */
export function packDraft({ cards, ...rest }: BasicState): StoredDraft {
  return {
    ...rest,
    version: 1,
    cards: cards.map(({ photo, ...card }) => {
      if (!photo) return card;
      const { file, src, small: _, ...about } = photo;
      return { ...card, photo: file ? about : { ...about, src } };
    }),
  };
}

/** Two drafts as one: the visitor's cards first, for they were touched last; settings are the visitor's too. */
export function joinDrafts<State extends BasicState>(visitor: State | undefined, own: State | undefined): State | undefined {
  const fresh = visitor?.cards.some((card) => !isBlank(card)) ? visitor : undefined;
  // Nobody's batches: they would be asked for in an account that they do not belong to.
  if (fresh && !own) return { ...fresh, batchIds: [], sent: {} };
  if (!fresh || !own) return own;
  const kept = own.cards.filter((card) => !isBlank(card) && !fresh.cards.some(({ id }) => id === card.id));
  return {
    ...fresh,
    cards: [...fresh.cards.filter((card) => kept.length === 0 || !isBlank(card)), ...kept],
    batchIds: own.batchIds,
    sent: own.sent,
    orderId: own.orderId,
  };
}

async function unpackPhoto(photo: StoredPhoto): Promise<Photo | undefined> {
  const file = await readStored<Blob>('files', photo.id);
  if (file) {
    const small = await readStored<Blob>('files', smallKey(photo.id));
    return { ...photo, file, src: previewOf(file, small), ...(small && { small }) };
  }
  return photo.src ? { ...photo, src: photo.src } : undefined;
}

async function readDraft<State extends BasicState>(tool: Tool, owner: string | undefined): Promise<State | undefined> {
  const draft = await readStored<StoredDraft>('drafts', draftKey(tool, owner));
  if (draft?.version !== 1) return undefined;
  const { version: _, cards, orderId = crypto.randomUUID(), ...rest } = draft;
  const unpacked = cards.map(async ({ photo, ...card }): Promise<BasicCard> => {
    const found = photo && (await unpackPhoto(photo).catch(() => undefined));
    return found ? { ...card, photo: found } : card;
  });
  // Only the tool itself writes its drafts: what one holds beside the cards is that tool's.
  return { ...rest, orderId, cards: await Promise.all(unpacked) } as State;
}

/**
 * What this browser keeps for the account, or for a visitor. Undefined where it keeps nothing or refuses to. `standing` is what a
 * visitor has on the page who has signed in meanwhile.
 */
export async function loadDraft<State extends BasicState>(
  tool: Tool,
  owner: string | undefined,
  standing?: State,
): Promise<State | undefined> {
  await saving;
  try {
    const own = await readDraft<State>(tool, owner);
    if (!owner) return own;
    const joined = joinDrafts(standing ?? (await readDraft<State>(tool, undefined)), own);
    if (joined) await saveDraft(tool, owner, joined);
    await removeStored('drafts', draftKey(tool, undefined));
    return joined;
  } catch (error) {
    console.warn('no draft could be read', error);
    return standing;
  }
}

/** Removes what this browser keeps for an account that signed out, and for a visitor: the next person may be another. */
export function forgetDrafts(owner: string): Promise<void> {
  saving = saving
    .then(async () => {
      newest.clear();
      for (const tool of tools) for (const who of [owner, undefined]) await removeStored('drafts', draftKey(tool, who));
      await removeUnnamedFiles();
    })
    .catch((error: unknown) => console.warn('the draft could not be removed', error));
  return saving;
}

let saving: Promise<void> = Promise.resolve();
/** The newest state asked for, by draft: an older one that waits for its turn is not worth keeping any more. */
const newest = new Map<string, BasicState>();

/** Keeps the cards, one state after the other, so that a slow save of an older one cannot undo a newer. */
export function saveDraft(tool: Tool, owner: string | undefined, state: BasicState): Promise<void> {
  if (owner && hasSignedOut(owner)) return saving;
  const key = draftKey(tool, owner);
  newest.set(key, state);
  saving = saving
    .then(async () => {
      if (newest.get(key) !== state || (owner && hasSignedOut(owner))) return;
      newest.delete(key);
      await writeDraft(key, state);
    })
    .catch((error: unknown) => {
      console.warn('the draft could not be kept', error);
    });
  return saving;
}

/** Each file is written once, and removed when no draft names it any more. */
async function writeDraft(key: string, state: BasicState): Promise<void> {
  const kept = new Set(await storedKeys('files'));
  const keep = async (name: string, file: Blob | undefined) => {
    if (!file || kept.has(name)) return;
    kept.add(name);
    await writeStored('files', name, file);
  };
  for (const { photo } of state.cards) {
    if (!photo) continue;
    await keep(photo.id, photo.file);
    await keep(smallKey(photo.id), photo.small);
  }
  await writeStored('drafts', key, packDraft(state));
  await removeUnnamedFiles();
}

async function removeUnnamedFiles(): Promise<void> {
  const named = new Set<string>();
  for (const stored of await storedKeys('drafts')) {
    const draft = await readStored<StoredDraft>('drafts', stored);
    for (const { photo } of draft?.cards ?? []) if (photo) named.add(photo.id).add(smallKey(photo.id));
  }
  for (const name of await storedKeys('files')) if (!named.has(name)) await removeStored('files', name);
}
