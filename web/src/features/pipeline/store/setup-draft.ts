/** How a setup is stored as a draft. */
import type { Photo } from '#web/features/upload/photo.ts';
import { type Draft, draftOf } from '#web/lib/drafts/draft.ts';
import { type PackedFile, packFile } from '#web/lib/drafts/files.ts';
import { isUntouched, type Setup } from './setup.ts';
import { type Slot, slots } from './take-picture.ts';

/** A list, because the merge of two tabs compares entries by `slot`. */
type PackedPicture = { slot: Slot; photo: PackedFile<Photo> };
type PackedSetup = Omit<Setup, 'pictures'> & { version: 2; pictures: PackedPicture[] };

const pack = ({ pictures, ...rest }: Setup): PackedSetup => {
  const packed = slots.flatMap((slot) => {
    const picture = pictures[slot];
    return picture ? [{ slot, photo: packFile(picture) }] : [];
  });
  return { ...rest, version: 2, pictures: packed };
};

/** Returns the visitor's setup, because it was changed last. Its run belongs to no account, so the account does not look for it. */
export function joinSetups(visitor: Setup | undefined, own: Setup | undefined): Setup | undefined {
  if (!visitor || isUntouched(visitor)) return own;
  const { orderedRunId: _, ...fresh } = visitor;
  return fresh;
}

export const setupDraft: Draft<Setup> = draftOf<Setup, PackedSetup, Photo>({
  name: 'pipeline',
  pack,
  filesOf: ({ pictures }) => Object.values(pictures),
  packedFilesOf: ({ pictures }) => pictures.map(({ photo }) => photo),
  unpack: ({ version, pictures, ...rest }, fileOf) => {
    if (version !== 2) return undefined;
    const found = pictures.flatMap(({ slot, photo }) => {
      const picture = fileOf(photo);
      return picture ? [[slot, picture] as const] : [];
    });
    return { ...rest, pictures: Object.fromEntries(found) };
  },
  join: joinSetups,
});

/** Whether only the typed product type differs. */
export const isTyping = (before: Setup, after: Setup): boolean =>
  before.productType !== after.productType &&
  (Object.keys({ ...before, ...after }) as (keyof Setup)[]).every((key) => key === 'productType' || before[key] === after[key]);
