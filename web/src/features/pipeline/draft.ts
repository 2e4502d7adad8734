/**
 * What was prepared outlives sign-in, reload and a closed tab (Q63). A visitor's is kept apart from an account's, and moves into the
 * account that signs in next.
 */
import { type Photo, previewOf } from '#web/features/upload/photo.ts';
import { readStored, removeStored, storedKeys, writeStored } from '#web/lib/idb.ts';
import { hasSignedOut } from '#web/lib/session/sign-outs.ts';
import { isUntouched, type Setup } from './setup.ts';
import { type Slot, slots } from './take-picture.ts';

type StoredPhoto = Omit<Photo, 'src' | 'file' | 'small'>;
/** The pictures stand as `cards` do in every draft: the files that no draft's cards name are removed. */
type StoredSetup = Omit<Setup, 'pictures'> & { version: 1; cards: { slot: Slot; photo: StoredPhoto }[] };

const draftKey = (owner: string | undefined) => `pipeline:${owner ?? 'visitor'}`;
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

async function readSetup(owner: string | undefined): Promise<Setup | undefined> {
  const stored = await readStored<StoredSetup>('drafts', draftKey(owner));
  if (stored?.version !== 1) return undefined;
  const { version: _, cards, ...rest } = stored;
  const pictures: Setup['pictures'] = {};
  for (const { slot, photo } of cards) {
    const file = await readStored<Blob>('files', photo.id);
    const small = file && (await readStored<Blob>('files', smallKey(photo.id)));
    if (file) pictures[slot] = { ...photo, file, src: previewOf(file, small), ...(small && { small }) };
  }
  return { ...rest, pictures };
}

/** A visitor's setup is the newer one: it was touched last. A run of nobody's is not looked for in an account. */
export function joinSetups(visitor: Setup | undefined, own: Setup | undefined): Setup | undefined {
  if (!visitor || isUntouched(visitor)) return own;
  const { orderedRunId: _, ...fresh } = visitor;
  return fresh;
}

/** What this browser keeps for the account, or for a visitor; `standing` is what a visitor has on the page who has signed in meanwhile. */
export async function loadSetup(owner: string | undefined, standing?: Setup): Promise<Setup | undefined> {
  await saving;
  try {
    const own = await readSetup(owner);
    if (!owner) return own;
    const joined = joinSetups(standing ?? (await readSetup(undefined)), own);
    if (joined) await saveSetup(owner, joined);
    await removeStored('drafts', draftKey(undefined));
    return joined;
  } catch (error) {
    console.warn('what was prepared for a run could not be read', error);
    return standing;
  }
}

let saving: Promise<void> = Promise.resolve();
/** The newest asked for, by owner: an older one that waits for its turn is not worth keeping any more. */
const newest = new Map<string, Setup>();

/** One after the other, so that a slow save of an older state cannot undo a newer. */
export function saveSetup(owner: string | undefined, setup: Setup): Promise<void> {
  if (owner && hasSignedOut(owner)) return saving;
  const key = draftKey(owner);
  newest.set(key, setup);
  saving = saving
    .then(async () => {
      if (newest.get(key) !== setup || (owner && hasSignedOut(owner))) return;
      newest.delete(key);
      await writeSetup(key, setup);
    })
    .catch((error: unknown) => console.warn('what was prepared for a run could not be kept', error));
  return saving;
}

async function writeSetup(key: string, setup: Setup): Promise<void> {
  const before = await readStored<StoredSetup>('drafts', key);
  const packed = packSetup(setup);
  // Named before they are there: another page's draft removes files that nobody names.
  await writeStored('drafts', key, packed);
  const kept = new Set(await storedKeys('files'));
  for (const { id, file, small } of Object.values(setup.pictures)) {
    if (file && !kept.has(id)) await writeStored('files', id, file);
    if (small && !kept.has(smallKey(id))) await writeStored('files', smallKey(id), small);
  }
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
export function forgetSetups(owner: string): Promise<void> {
  saving = saving
    .then(async () => {
      newest.clear();
      const ids: string[] = [];
      for (const who of [owner, undefined]) {
        const stored = await readStored<StoredSetup>('drafts', draftKey(who));
        ids.push(...(stored?.cards ?? []).map(({ photo }) => photo.id));
        await removeStored('drafts', draftKey(who));
      }
      await removeFiles(ids);
    })
    .catch((error: unknown) => console.warn('what was prepared for a run could not be removed', error));
  return saving;
}
