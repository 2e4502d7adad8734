/** SPEC 9 defaults of the image tool (checklist J10, J13, J17). */
import type { ImageModelId } from '../catalogue.ts';

/** What a vendor is asked where the seller wrote nothing (Q35), and what the history says then (checklist T8). */
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

/** So many images of one batch are made at once, and all of them end before the next ones begin (Q31). */
export const imagesPerGroup = 3;

/**
 * Paid requests for one image in all, whatever crashes: vendors of images know no idempotency key, and each request may be billed.
 */
export const imageTriesMax = 3;
