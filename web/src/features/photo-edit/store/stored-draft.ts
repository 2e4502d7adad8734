/** Stores the draft of the page in the browser. */
import type { Photo } from '#web/features/upload/photo.ts';
import { type Draft, draftOf } from '#web/lib/drafts/draft.ts';
import { type PackedFile, packFile } from '#web/lib/drafts/files.ts';
import { firstChoices } from '../choices.ts';
import { type EditDraft, joinDrafts } from './draft.ts';

type PackedPhoto = { id: string; photo: PackedFile<Photo> };
type PackedDraft = Omit<EditDraft, 'photos' | 'guidance'> & { version: 2; photos: PackedPhoto[]; guidance?: PackedFile<Photo> };

export const storedDraft: Draft<EditDraft> = draftOf<EditDraft, PackedDraft, Photo>({
  name: 'photo-edit',
  pack: ({ photos, guidance, ...rest }) => ({
    ...rest,
    version: 2,
    photos: photos.map(({ id, photo }) => ({ id, photo: packFile(photo) })),
    ...(guidance && { guidance: packFile(guidance) }),
  }),
  filesOf: ({ photos, guidance }) => [...photos.map(({ photo }) => photo), ...(guidance ? [guidance] : [])],
  packedFilesOf: ({ photos, guidance }) => [...photos.map(({ photo }) => photo), ...(guidance ? [guidance] : [])],
  unpack: ({ version, photos, guidance, ...rest }, fileOf) => {
    if (version !== 2) return undefined;
    const guidancePhoto = guidance && fileOf(guidance);
    return {
      ...rest,
      choices: { ...firstChoices, ...rest.choices },
      photos: photos.flatMap(({ id, photo }) => {
        const file = fileOf(photo);
        return file ? [{ id, photo: file }] : [];
      }),
      ...(guidancePhoto && { guidance: guidancePhoto }),
    };
  },
  join: joinDrafts,
});

/** Whether two drafts differ only in settings, for example in a typed text. Such changes can be saved later. */
export const isTyping = (before: EditDraft, after: EditDraft): boolean =>
  before.photos === after.photos &&
  before.guidance === after.guidance &&
  before.runs === after.runs &&
  before.sentOrder === after.sentOrder;
