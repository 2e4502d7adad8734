/** The three pictures: checks their files, and sends each picture as soon as it is chosen. */
import { liveUserId, watch, watchLiveUser } from '#web/features/batch/store/core.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue } from '#web/features/upload/upload-queue.ts';
import { checkPicture, type Slot, slots } from './check-picture.ts';
import { change, store } from './core.ts';
import { UploadFailure } from './failure.ts';

const uploads = createUploadQueue(sendPhoto);

/** The newest file of each slot. If the slot has a newer file, the result of a check is ignored. */
const newestFiles = new Map<Slot, File>();

export async function choosePicture(slot: Slot, file: File): Promise<void> {
  newestFiles.set(slot, file);
  const { [slot]: _, ...otherProblems } = store.getState().problems;
  store.setState({ problems: otherProblems });
  const picture = await checkPicture(slot, file);
  if (newestFiles.get(slot) !== file) return;
  newestFiles.delete(slot);
  if ('problem' in picture) store.setState(({ problems }) => ({ problems: { ...problems, [slot]: picture.problem } }));
  else change({ type: 'pictureSet', slot, picture });
}

export function removePicture(slot: Slot): void {
  newestFiles.delete(slot);
  change({ type: 'pictureRemoved', slot });
}

async function fetchSample(slot: Slot): Promise<File> {
  const response = await fetch(`/samples/${slot}.jpg`);
  if (!response.ok) throw new Error(`The sample ${slot} does not exist`);
  return new File([await response.blob()], `${slot}.jpg`, { type: 'image/jpeg' });
}

/** Fills the three slots with the sample images. */
export async function chooseSamples(): Promise<void> {
  try {
    const files = await Promise.all(slots.map(async (slot) => [slot, await fetchSample(slot)] as const));
    for (const [slot, file] of files) await choosePicture(slot, file);
  } catch (error) {
    console.warn('the sample images could not be loaded', error);
  }
}

export const uploadPicture = (picture: Photo): void => void uploads.ensure(picture).catch(() => undefined);

/** Removes all stored uploads, because the uploaded files were deleted. The next order uploads the pictures again. */
export const clearUploads = (): void => uploads.restart();

/**
 * Returns the upload keys of some pictures after they were sent.
 * @throws UploadFailure
 */
export async function sendPictures(pictures: Partial<Record<Slot, Photo>>, chosenSlots: readonly Slot[]): Promise<Record<Slot, string>> {
  const keys = { before: '', after: '', input: '' };
  await Promise.all(
    chosenSlots.map(async (slot) => {
      const picture = pictures[slot];
      if (!picture) return;
      keys[slot] = await uploads.ensure(picture).catch((cause: unknown) => {
        throw new UploadFailure(slot, cause);
      });
    }),
  );
  return keys;
}

/**
 * Starts to send each new picture, and to cancel the upload of each removed picture.
 * @returns a function that stops both.
 */
export function followPictures(): () => void {
  const send = () => {
    const { pictures, orderedRunId } = store.getState().setup;
    const chosenPictures = Object.values(pictures);
    uploads.keepOnly(new Set(chosenPictures.map(({ id }) => id)));
    // The pictures of an ordered run are sent again only for another run. A failed upload is not repeated automatically.
    if (!liveUserId() || orderedRunId !== undefined) return;
    for (const picture of chosenPictures) if (!uploads.states().has(picture.id)) uploadPicture(picture);
  };
  const stops = [
    uploads.subscribe(() => store.setState({ uploads: uploads.states() })),
    watch(store, ({ setup }) => setup.pictures, send),
    watch(store, ({ setup }) => setup.orderedRunId, send),
    watchLiveUser(send),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
