/** Returns the properties of a delivered result for the rules of marketplaces. Reads them from the row of the item and measures nothing. */
import type { ImageProbe, Probe, VideoProbe } from '#shared/marketplaces/probe.ts';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Item, StoredEdit, StoredImage, StoredVideo } from '../store/batch-rows.ts';

/** A removed background or a background of one colour does not change the pixels of the product. */
export function isAiMade({ backgroundMode, aiLighting, aiExpand, upscaleMode, beautifyMode }: PhotoEditSettings): boolean {
  const isPhotoBackground = backgroundMode === 'keep-original' || backgroundMode === 'remove' || backgroundMode === 'color';
  return !isPhotoBackground || aiLighting || aiExpand || upscaleMode !== 'none' || beautifyMode !== 'none';
}

/** Returns undefined for an item without a result. Results from the time before the measurement existed have few properties. */
export function probeOfResult(item: Item): Probe | undefined {
  if (!item.result) return undefined;
  switch (item.kind) {
    case 'video':
      return videoProbe(item.result);
    case 'edit':
    case 'photo-edit':
      return imageProbe(item.result, isAiMade(item.settings));
    default:
      return imageProbe(item.result, true);
  }
}

/**
 * The properties get a fixed order. DynamoDB returns the entries of a map in any order, but the ETag of a response must stay the same if no
 * value changes.
 */
const inOrder = (measured: StoredVideo['measured'] = {}) =>
  Object.fromEntries(Object.entries(measured).toSorted(([one], [other]) => (one < other ? -1 : 1)));

function videoProbe({ measured, codec, width, height, seconds, sizeBytes }: StoredVideo): Probe {
  // Only H.264 videos are delivered.
  const properties = { container: 'mp4', ...(codec === 'h264' && { codec }), ...inOrder(measured) } as Partial<VideoProbe>;
  return { ...properties, kind: 'video', width, height, seconds, bytes: sizeBytes };
}

export function imageProbe(result: StoredImage | StoredEdit, aiMade: boolean): Probe {
  const { measured, width, height, sizeBytes } = result;
  const format = 'contentType' in result ? (result.contentType.slice('image/'.length) as NonNullable<ImageProbe['format']>) : 'jpeg';
  return { format, ...(inOrder(measured) as Partial<ImageProbe>), kind: 'image', width, height, bytes: sizeBytes, aiMade };
}
