/** Sample products as cards with a photo and, in some tools, a prompt. Nothing is ordered. */
import type { BatchItem } from '#shared/batch/api.ts';
import type { AnimationStyle } from '#shared/video/styles.ts';
import { photoFrom } from '#web/features/upload/photo.ts';
import { t } from '#web/lib/i18n/t.ts';
import { newId } from '../cards/new-id.ts';
import type { AnyState, ToolCore } from './core.ts';

/** Converts a sample to JPEG, as most photos of sellers are. For an AVIF file, the page would show a note about its frames. */
async function readAsJpeg(address: string, title: string): Promise<File> {
  const picture = await createImageBitmap(await (await fetch(address)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })], `${title}.jpg`, { type: 'image/jpeg' });
}

/** @throws Error if a sample does not load. */
async function samplePhoto({ imageExample, nameKey }: AnimationStyle) {
  const photo = await photoFrom(await readAsJpeg(imageExample, t(nameKey)));
  if ('reason' in photo) throw new Error(`A sample was refused: ${photo.reason}`);
  return photo;
}

/**
 * Adds one card per style, with its photo.
 * @param hasPrompts whether each card also gets the prompt of its style, in the language of the page. The prompt describes a movement.
 * @param isWanted whether the samples are still wanted after they have loaded. The seller may have added photos in the meantime.
 * @returns whether the samples were added.
 * @throws Error if a sample does not load.
 */
export async function addSampleProducts<State extends AnyState, Item extends BatchItem>(
  { store, change }: Pick<ToolCore<State, Item>, 'store' | 'change'>,
  styles: readonly AnimationStyle[],
  { hasPrompts, isWanted = () => true }: { hasPrompts: boolean; isWanted?: () => boolean },
): Promise<boolean> {
  const photos = await Promise.all(styles.map(samplePhoto));
  if (!isWanted()) return false;
  for (const [index, photo] of photos.entries()) {
    change({ type: 'photosAdded', photos: [photo], newIds: [newId()] });
    if (!hasPrompts) continue;
    const card = store.getState().draft.cards.find((one) => one.photo?.id === photo.id);
    const style = styles[index];
    if (card && style)
      change({ type: 'cardEdited', cardId: card.id, settings: { prompt: t(style.promptKey) } as Partial<State['defaults']> });
  }
  return true;
}
