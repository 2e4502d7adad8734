/**
 * Cards and their files outlive sign-in, reload and a closed tab (Q63). What a visitor prepared is kept apart from what belongs
 * to an account, and moves into the account that signs in next.
 */
import { type Photo, previewOf } from '#web/features/upload/photo.ts';
import { isStored, keeping, newsOf, readDraft, removeDraft, withOthers, writeDraft } from '#web/lib/drafts.ts';
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

export const draftKey = (tool: Tool, owner: string | undefined) => `${tool}:${owner ?? 'visitor'}`;

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

async function unpackPhoto(photo: StoredPhoto, known?: ReadonlyMap<string, Photo>): Promise<Photo | undefined> {
  const shown = known?.get(photo.id);
  if (shown) return shown;
  const file = await readStored<Blob>('files', photo.id);
  if (file) {
    const small = await readStored<Blob>('files', smallKey(photo.id));
    return { ...photo, file, src: previewOf(file, small), ...(small && { small }) };
  }
  return photo.src ? { ...photo, src: photo.src } : undefined;
}

/** A stored draft as a state. Where a photo is gone its card stays. */
async function unpackDraft<State extends BasicState>(
  { version: _, cards, orderId = crypto.randomUUID(), ...rest }: StoredDraft,
  known?: ReadonlyMap<string, Photo>,
): Promise<State> {
  const unpacked = cards.map(async ({ photo, ...card }): Promise<BasicCard> => {
    const found = photo && (await unpackPhoto(photo, known).catch(() => undefined));
    return found ? { ...card, photo: found } : card;
  });
  // Only the tool itself writes its drafts: what one holds beside the cards is that tool's.
  return { ...rest, orderId, cards: await Promise.all(unpacked) } as State;
}

async function readState<State extends BasicState>(tool: Tool, owner: string | undefined): Promise<State | undefined> {
  const draft = await readDraft<StoredDraft>(draftKey(tool, owner));
  return draft?.version === 1 ? unpackDraft<State>(draft) : undefined;
}

/**
 * What this browser keeps for the account, or for a visitor. Undefined where it keeps nothing or refuses to. `standing` is what a
 * visitor has on the page who has signed in meanwhile.
 */
export const loadDraft = <State extends BasicState>(tool: Tool, owner: string | undefined, standing?: State): Promise<State | undefined> =>
  keeping(async () => {
    const own = await readState<State>(tool, owner);
    if (!owner) return own;
    const joined = joinDrafts(standing ?? (await readState<State>(tool, undefined)), own);
    if (joined) await storeState(draftKey(tool, owner), joined);
    await removeDraft(draftKey(tool, undefined));
    return joined;
  }, standing);

/** Removes what this browser keeps for an account that signed out, and for a visitor: the next person may be another. */
export const forgetDrafts = (owner: string): Promise<void> =>
  keeping(async () => {
    newest.clear();
    for (const tool of tools) for (const who of [owner, undefined]) await removeDraft(draftKey(tool, who));
    await removeUnnamedFiles();
  }, undefined);

/** The newest state asked for, by draft: an older one that waits for its turn is not worth keeping any more. */
const newest = new Map<string, BasicState>();

/** Keeps the cards, one state after the other, so that a slow save of an older one cannot undo a newer. */
export async function saveDraft(tool: Tool, owner: string | undefined, state: BasicState): Promise<void> {
  const key = draftKey(tool, owner);
  newest.set(key, state);
  await keeping(async () => {
    if (newest.get(key) !== state || (owner && hasSignedOut(owner))) return;
    newest.delete(key);
    if (!isStored(key, packDraft(state))) await storeState(key, state);
  }, undefined);
}

const photosOf = (...lists: (readonly BasicCard[])[]): Map<string, Photo> =>
  new Map(lists.flat().flatMap(({ photo }) => (photo ? [[photo.id, photo]] : [])));

/**
 * What another tab changed, as a change of this tab's state: its photos and all. `shown` are the cards that stand here: their photos
 * need not be read again. Undefined where there is nothing new, or where a photo of it is not to be had.
 */
export async function newsOfDraft<State extends BasicState>(
  tool: Tool,
  owner: string | undefined,
  shown: readonly BasicCard[],
): Promise<((state: State) => State) | undefined> {
  const news = await keeping(
    () =>
      newsOf(draftKey(tool, owner), async (draft: StoredDraft) => {
        const theirs = await unpackDraft<State>(draft, photosOf(shown));
        return theirs.cards.every(({ photo }, index) => photo || !draft.cards[index]?.photo) ? theirs : undefined;
      }),
    undefined,
  );
  if (!news) return undefined;
  const { merge, theirs } = news;
  return (state) => {
    const photos = photosOf(theirs.cards, state.cards);
    const { version: _, cards, ...rest } = merge(packDraft(state));
    const whole = cards.map(({ photo, ...card }): BasicCard => {
      const found = photo && photos.get(photo.id);
      return found ? { ...card, photo: found } : card;
    });
    return { ...state, ...rest, cards: whole } as State;
  };
}

/** Each file is written once, and removed when no draft names it any more. Within a turn. */
async function storeState(key: string, state: BasicState): Promise<void> {
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
  const shown = packDraft(state);
  await writeDraft(key, await withOthers(key, shown), shown);
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
