/** Defaults of the image tool (docs/spec.md 8.2, 8.4). */
import type { ImageModelId } from '../catalogue.ts';

/** The prompt for the vendor if the seller wrote no prompt. The history then shows this prompt (docs/spec.md 8.2, 14.1). */
export const defaultImagePrompt =
  'Turn this photo into a clean, professional product image for an online shop: even light, true colours, a tidy background, and the product itself unchanged.';

export const imageDefaults = {
  prompt: '',
  aspectRatio: '1:1',
  model: 'gemini-2.5-flash-image' as ImageModelId,
  outputFormat: 'jpeg' as const,
  numImages: 1 as const,
};

export const emptyImageCardsAtStart = 2;

/**
 * Number of images of a batch that are made in parallel. The next group starts after all images of a group have ended (docs/spec.md 8.4).
 */
export const imagesPerGroup = 3;

/**
 * Maximum number of paid requests for one image, including requests before a crash. Image vendors have no idempotency key, so the vendor
 * can bill each request.
 */
export const imageAttemptsMax = 3;
