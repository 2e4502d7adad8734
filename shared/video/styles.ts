/** Animation styles: ready prompts, each with a sample clip (docs/spec.md 5.10). */

export type StyleId = 'shoe-step-motion' | 'bag-sway-motion' | 'hat-cute-pose' | 'skincare-gentle-touch';
type StyleCategory = 'product_showcase';

export type AnimationStyle = {
  id: StyleId;
  /** Locale keys of the name, the description and the prompt. The prompt has the language of the page, because sellers read and edit it. */
  nameKey: `video.style.${StyleId}.name`;
  descriptionKey: `video.style.${StyleId}.description`;
  promptKey: `video.style.${StyleId}.prompt`;
  /** Length of the sample clip. The length of an ordered video depends on the model (docs/spec.md 5.10). */
  durationSeconds: 3;
  category: StyleCategory;
  /** Addresses of the sample clip, of its first frame (large and small), and of its photo (large and small). */
  videoExample: string;
  poster: string;
  thumbnail: string;
  imageExample: string;
  smallImageExample: string;
};

/** Maximum number of styles in a strip (docs/spec.md 5.10). The panel of the batch page shows `stylesPerPage` styles on each page. */
export const stylesShownMax = 8;
export const stylesPerPage = 3;

const styleOf = (id: StyleId): AnimationStyle => ({
  id,
  nameKey: `video.style.${id}.name`,
  descriptionKey: `video.style.${id}.description`,
  promptKey: `video.style.${id}.prompt`,
  durationSeconds: 3,
  category: 'product_showcase',
  videoExample: `/samples/${id}.mp4`,
  poster: `/samples/${id}-poster.avif`,
  thumbnail: `/samples/${id}-thumb.avif`,
  imageExample: `/samples/${id}.avif`,
  smallImageExample: `/samples/${id}-432.avif`,
});

export const animationStyles: readonly AnimationStyle[] = [
  styleOf('shoe-step-motion'),
  styleOf('bag-sway-motion'),
  styleOf('hat-cute-pose'),
  styleOf('skincare-gentle-touch'),
];

/** Returns the style with this id. */
export const animationStyle = (id: string): AnimationStyle | undefined => animationStyles.find((style) => style.id === id);

/**
 * Returns the index of the first visible style after a step up (-1) or down (1). A page always shows three styles, if there are at least
 * three. So the last page shows the last three styles (docs/spec.md 7.1).
 *
 * @param first current index of the first visible style, from 0.
 */
export function pageStep(first: number, step: -1 | 1, count: number = animationStyles.length): number {
  const lastFirstIndex = Math.max(0, count - stylesPerPage);
  return Math.min(lastFirstIndex, Math.max(0, first + step * stylesPerPage));
}
