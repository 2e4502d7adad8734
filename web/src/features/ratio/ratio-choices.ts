/** Which shapes of frame stand on the list of a model and a photo (SPEC 5; checklist L1, L3; Q22). */
import { type VideoModelId, videoModel } from '#shared/catalogue.ts';
import type { Size } from '#shared/size.ts';
import { detectRatio, isRatio, ratioOptions } from '#shared/video/ratio.ts';

/** Whether videos of this shape can be had of a model: its own shapes, or any where the video may be cropped. */
export function offersRatio(modelId: VideoModelId, ratio: string): boolean {
  const specs = videoModel(modelId)?.specs;
  return specs !== undefined && (specs.aspectRatios.includes(ratio) || (specs.anyRatio && isRatio(ratio)));
}

/** Whether any shape at all can be had of it, so that one may be typed in. */
export const offersAnyRatio = (modelId: VideoModelId): boolean => videoModel(modelId)?.specs.anyRatio === true;

export type RatioChoice = { ratio: string; isOffered: boolean; isPhotos: boolean };

type Known = { model: VideoModelId; value: string; photo: Size | undefined };

/** The three of SPEC, then the photo's own and the one that was typed in, where they are others. */
export function ratioChoices({ model, value, photo }: Known): RatioChoice[] {
  const isMeasured = photo !== undefined && photo.width > 0 && photo.height > 0;
  const photos = isMeasured ? detectRatio(photo) : undefined;
  const added = [photos, value].filter((ratio) => ratio !== undefined && offersRatio(model, ratio));
  return [...new Set([...ratioOptions, ...added])].flatMap((ratio) =>
    ratio === undefined ? [] : { ratio, isOffered: offersRatio(model, ratio), isPhotos: ratio === photos },
  );
}
