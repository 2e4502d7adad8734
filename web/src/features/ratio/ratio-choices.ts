/** The list of ratios for a model and a photo (docs/spec.md 5.3). */
import { type VideoModelId, videoModel } from '#shared/catalogue.ts';
import type { Size } from '#shared/size.ts';
import { detectRatio, isRatio, ratioOptions } from '#shared/video/ratio.ts';

/** Whether a model offers this ratio. A model offers the ratios from its list. If its videos can be cropped, it offers any ratio. */
export function offersRatio(modelId: VideoModelId, ratio: string): boolean {
  const specs = videoModel(modelId)?.specs;
  return specs !== undefined && (specs.aspectRatios.includes(ratio) || (specs.anyRatio && isRatio(ratio)));
}

/** Whether the model offers every ratio, so that the seller can type a ratio. */
export const offersAnyRatio = (modelId: VideoModelId): boolean => videoModel(modelId)?.specs.anyRatio === true;

export type RatioChoice = { ratio: string; isOffered: boolean; isPhotoRatio: boolean };

type ChoiceOptions = { model: VideoModelId; value: string; photo: Size | undefined };

/** Returns the three standard ratios. Adds the ratio of the photo and the typed ratio if they are different. */
export function ratioChoices({ model, value, photo }: ChoiceOptions): RatioChoice[] {
  const isMeasured = photo !== undefined && photo.width > 0 && photo.height > 0;
  const photoRatio = isMeasured ? detectRatio(photo) : undefined;
  const extraRatios = [photoRatio, value].filter((ratio) => ratio !== undefined && offersRatio(model, ratio));
  return [...new Set([...ratioOptions, ...extraRatios])].flatMap((ratio) =>
    ratio === undefined ? [] : { ratio, isOffered: offersRatio(model, ratio), isPhotoRatio: ratio === photoRatio },
  );
}
