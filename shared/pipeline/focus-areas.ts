/** The focus areas of a run. A run improves one area after another (docs/spec.md 10.3). */

/** The six kinds of edits that an analysis can detect between the two example pictures. */
export const categories = [
  'background_removal',
  'product_enhancement',
  'color_lighting_fix',
  'apply_template',
  'text_removal',
  'shadow_apply',
] as const;
export type Category = (typeof categories)[number];

/** Area name of each category (docs/spec.md 10.3). The page translates these names, but not the areas that a seller writes. */
export const areaOfCategory: Record<Category, string> = {
  background_removal: 'background removal',
  product_enhancement: 'product enhancement',
  color_lighting_fix: 'product lighting',
  apply_template: 'template',
  text_removal: 'text removal',
  shadow_apply: 'product shadow',
};

/** Returns the category of an area name, or undefined if the area belongs to no category. */
export const categoryOf = (area: string): Category | undefined =>
  categories.find((category) => areaOfCategory[category] === area.toLowerCase());

/** The page suggests these areas before an analysis. The run uses them if an analysis detects nothing. */
export const defaultFocusAreas: readonly string[] = ['background removal', 'product lighting', 'product enhancement'];

/** The last area of every run (docs/spec.md 10.4). */
export const accuracyArea = 'product accuracy';

export const focusAreaCharactersMax = 100;
/**
 * Fifteen images are enough for two attempts on each of six areas. A run can have more than six areas, because some areas are solved
 * without a new image.
 */
export const focusAreasMax = 20;

/**
 * Trims the areas. Removes empty areas and duplicates (regardless of upper and lower case). Also removes product accuracy, because every
 * run adds this area itself.
 */
export function cleanAreas(areas: readonly string[]): string[] {
  const usedNames = new Set([accuracyArea]);
  return areas
    .map((area) => area.trim().replace(/\s+/g, ' '))
    .filter((area) => {
      const name = area.toLowerCase();
      return name !== '' && !usedNames.has(name) && usedNames.add(name);
    });
}

/** Returns the areas of the detected categories, in the order of `categories`. If nothing was detected, returns the default areas. */
export function suggestedAreas(detected: Record<Category, { detected: boolean }>): string[] {
  const detectedAreas = categories.filter((category) => detected[category].detected).map((category) => areaOfCategory[category]);
  return detectedAreas.length > 0 ? detectedAreas : [...defaultFocusAreas];
}
