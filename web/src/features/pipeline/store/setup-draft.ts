/** Stores a setup as a draft. */
import type { Photo } from '#web/features/upload/photo.ts';
import { type Draft, draftOf } from '#web/lib/drafts/draft.ts';
import { type PackedFile, packFile } from '#web/lib/drafts/files.ts';
import { type Slot, slots } from './check-picture.ts';
import { isUntouched, type Setup } from './setup.ts';

/** The pictures as a list, because the merge of two browser tabs identifies entries by `slot`. */
type PackedPicture = { slot: Slot; photo: PackedFile<Photo> };
type PackedSetup = Omit<Setup, 'pictures'> & { version: 3; pictures: PackedPicture[] };

const pack = ({ pictures, ...rest }: Setup): PackedSetup => {
  const packed = slots.flatMap((slot) => {
    const picture = pictures[slot];
    return picture ? [{ slot, photo: packFile(picture) }] : [];
  });
  return { ...rest, version: 3, pictures: packed };
};

/**
 * Returns the setup of the visitor if it contains any input, because the visitor made the latest changes. The result contains no run id,
 * because a run of the visitor's setup does not belong to the account.
 */
export function joinSetups(visitorSetup: Setup | undefined, accountSetup: Setup | undefined): Setup | undefined {
  if (!visitorSetup || isUntouched(visitorSetup)) return accountSetup;
  const { orderedRunId: _, ...joined } = visitorSetup;
  return joined;
}

export const setupDraft: Draft<Setup> = draftOf<Setup, PackedSetup, Photo>({
  name: 'pipeline',
  pack,
  filesOf: ({ pictures }) => Object.values(pictures),
  packedFilesOf: ({ pictures }) => pictures.map(({ photo }) => photo),
  unpack: ({ version, pictures, ...rest }, fileOf) => {
    if (version !== 3) return undefined;
    const entries = pictures.flatMap(({ slot, photo }) => {
      const picture = fileOf(photo);
      return picture ? [[slot, picture] as const] : [];
    });
    return { ...rest, pictures: Object.fromEntries(entries) };
  },
  join: joinSetups,
});

const typedKeys: readonly (keyof Setup)[] = ['productType', 'typedArea'];

/** Whether two setups differ only in typed texts. */
export function isTyping(before: Setup, after: Setup): boolean {
  const changedKeys = (Object.keys({ ...before, ...after }) as (keyof Setup)[]).filter((key) => before[key] !== after[key]);
  return changedKeys.length > 0 && changedKeys.every((key) => typedKeys.includes(key));
}
