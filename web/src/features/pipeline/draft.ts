/**
 * What was prepared outlives sign-in, reload and a closed tab (Q63). A visitor's is kept apart from an account's, and moves into the
 * account that signs in next.
 */
import { type Photo, previewOf } from '#web/features/upload/photo.ts';
import { isStored, keeping, newsOf, readDraft, removeDraft, withOthers, writeDraft } from '#web/lib/drafts.ts';
import { readStored, removeStored, storedKeys, writeStored } from '#web/lib/idb.ts';
import { hasSignedOut } from '#web/lib/session/sign-outs.ts';
import { isUntouched, type Setup } from './setup.ts';
import { type Slot, slots } from './take-picture.ts';

type StoredPhoto = Omit<Photo, 'src' | 'file' | 'small'>;
/** The pictures stand as `cards` do in every draft: the files that no draft's cards name are removed. */
type StoredSetup = Omit<Setup, 'pictures'> & { version: 1; cards: { slot: Slot; photo: StoredPhoto }[] };

export const draftKey = (owner: string | undefined) => `pipeline:${owner ?? 'visitor'}`;
const smallKey = (photoId: string) => `${photoId}/small`;

/** In its stored form: files lie apart, previews are made anew. */
export function packSetup({ pictures, ...rest }: Setup): StoredSetup {
  const cards = slots.flatMap((slot) => {
    const picture = pictures[slot];
    if (!picture) return [];
    const { file: _, small: __, src: ___, ...photo } = picture;
    return [{ slot, photo }];
  });
  return { ...rest, version: 1, cards };
}

type Pictures = Setup['pictures'];

/** The pictures of a stored setup: those that `shown` has already are not read again. One whose file is gone is left out. */
async function picturesOf(cards: StoredSetup['cards'], shown: Pictures = {}): Promise<Pictures> {
  const known = new Map(Object.values(shown).map((picture) => [picture.id, picture]));
  const pictures: Pictures = {};
  for (const { slot, photo } of cards) {
    const picture = known.get(photo.id) ?? (await readPicture(photo));
    if (picture) pictures[slot] = picture;
  }
  return pictures;
}

async function readPicture(photo: StoredPhoto): Promise<Photo | undefined> {
  const file = await readStored<Blob>('files', photo.id);
  const small = file && (await readStored<Blob>('files', smallKey(photo.id)));
  return file && { ...photo, file, src: previewOf(file, small), ...(small && { small }) };
}

async function readSetup(owner: string | undefined): Promise<Setup | undefined> {
  const stored = await readDraft<StoredSetup>(draftKey(owner));
  if (stored?.version !== 1) return undefined;
  const { version: _, cards, ...rest } = stored;
  return { ...rest, pictures: await picturesOf(cards) };
}

/** A visitor's setup is the newer one: it was touched last. A run of nobody's is not looked for in an account. */
export function joinSetups(visitor: Setup | undefined, own: Setup | undefined): Setup | undefined {
  if (!visitor || isUntouched(visitor)) return own;
  const { orderedRunId: _, ...fresh } = visitor;
  return fresh;
}

/** What this browser keeps for the account, or for a visitor; `standing` is what a visitor has on the page who has signed in meanwhile. */
export const loadSetup = (owner: string | undefined, standing?: Setup): Promise<Setup | undefined> =>
  keeping(async () => {
    const own = await readSetup(owner);
    if (!owner) return own;
    const joined = joinSetups(standing ?? (await readSetup(undefined)), own);
    if (joined) await writeSetup(draftKey(owner), joined);
    await removeDraft(draftKey(undefined));
    return joined;
  }, standing);

/** The newest asked for, by owner: an older one that waits for its turn is not worth keeping any more. */
const newest = new Map<string, Setup>();

/** One after the other, so that a slow save of an older state cannot undo a newer. */
export async function saveSetup(owner: string | undefined, setup: Setup): Promise<void> {
  const key = draftKey(owner);
  newest.set(key, setup);
  await keeping(async () => {
    if (newest.get(key) !== setup || (owner && hasSignedOut(owner))) return;
    newest.delete(key);
    if (!isStored(key, packSetup(setup))) await writeSetup(key, setup);
  }, undefined);
}

/** What another tab changed, as a change of what is prepared here. Undefined where there is nothing new, or a picture of it is not to be had. */
export async function newsOfSetup(owner: string | undefined, shown: Setup): Promise<((setup: Setup) => Setup) | undefined> {
  const news = await keeping(
    () =>
      newsOf(draftKey(owner), async ({ cards }: StoredSetup) => {
        const pictures = await picturesOf(cards, shown.pictures);
        return cards.every(({ slot }) => pictures[slot]) ? pictures : undefined;
      }),
    undefined,
  );
  if (!news) return undefined;
  const { merge, theirs } = news;
  return (setup) => {
    const { version: _, cards, ...rest } = merge(packSetup(setup));
    const known = new Map([...Object.values(theirs), ...Object.values(setup.pictures)].map((picture) => [picture.id, picture]));
    return { ...rest, pictures: Object.fromEntries(cards.map(({ slot, photo }) => [slot, known.get(photo.id)])) };
  };
}

async function writeSetup(key: string, setup: Setup): Promise<void> {
  const before = await readStored<StoredSetup>('drafts', key);
  const shown = packSetup(setup);
  const packed = await withOthers(key, shown);
  const kept = new Set(await storedKeys('files'));
  for (const { id, file, small } of Object.values(setup.pictures)) {
    if (file && !kept.has(id)) await writeStored('files', id, file);
    if (small && !kept.has(smallKey(id))) await writeStored('files', smallKey(id), small);
  }
  await writeDraft(key, packed, shown);
  // A visitor's pictures are an account's after sign-in: only what this draft let go of is removed, and only if no other names it.
  const named = new Set(packed.cards.map(({ photo }) => photo.id));
  await removeFiles((before?.cards ?? []).map(({ photo }) => photo.id).filter((id) => !named.has(id)));
}

async function removeFiles(photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  const named = new Set<string>();
  for (const key of await storedKeys('drafts')) {
    const draft = await readStored<Partial<StoredSetup>>('drafts', key);
    for (const { photo } of draft?.cards ?? []) if (photo) named.add(photo.id);
  }
  for (const id of photoIds) {
    if (named.has(id)) continue;
    await removeStored('files', id);
    await removeStored('files', smallKey(id));
  }
}

/** Removes what this browser keeps for an account that signed out, and for a visitor: the next person may be another. */
export const forgetSetups = (owner: string): Promise<void> =>
  keeping(async () => {
    newest.clear();
    const ids: string[] = [];
    for (const who of [owner, undefined]) {
      const stored = await readStored<StoredSetup>('drafts', draftKey(who));
      ids.push(...(stored?.cards ?? []).map(({ photo }) => photo.id));
      await removeDraft(draftKey(who));
    }
    await removeFiles(ids);
  }, undefined);
