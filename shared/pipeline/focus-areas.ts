/** What a run works on, one area after another (SPEC 9, 'Pipeline and test page'; checklist P3, P11, P12, K12; Q44, Q49). */

/** The six things that an analysis looks for between the two example pictures. */
export const categories = [
  'background_removal',
  'product_enhancement',
  'color_lighting_fix',
  'apply_template',
  'text_removal',
  'shadow_apply',
] as const;
export type Category = (typeof categories)[number];

/** The one table between SPEC's categories and the names that areas have (Q49). The page translates these names; others are the seller's own. */
export const areaOfCategory: Record<Category, string> = {
  background_removal: 'background removal',
  product_enhancement: 'product enhancement',
  color_lighting_fix: 'product lighting',
  apply_template: 'template',
  text_removal: 'text removal',
  shadow_apply: 'product shadow',
};

/** The category of an area's name, if it is one of the six. */
export const categoryOf = (area: string): Category | undefined =>
  categories.find((category) => areaOfCategory[category] === area.toLowerCase());

/** SPEC 9: suggested before anything was analyzed, and used where an analysis finds nothing. */
export const defaultFocusAreas: readonly string[] = ['background removal', 'product lighting', 'product enhancement'];

/** Is looked at last of all, whatever else was chosen (SPEC 4, 'Flow'). */
export const accuracyArea = 'product accuracy';

export const focusAreaCharactersMax = 100;
/** Fifteen images are enough for six areas that are all tried twice; the others may still be found solved. */
export const focusAreasMax = 20;

/** Areas as a run takes them: trimmed, not empty, each once whatever its capitals, and without the last check, which every run has. */
export function cleanAreas(areas: readonly string[]): string[] {
  const seen = new Set([accuracyArea]);
  return areas
    .map((area) => area.trim().replace(/\s+/g, ' '))
    .filter((area) => {
      const name = area.toLowerCase();
      return name !== '' && !seen.has(name) && seen.add(name);
    });
}

/** What an analysis suggests: the areas of what it detected, in the order of the table; the default ones where it detected nothing. */
export function suggestedAreas(detected: Record<Category, { detected: boolean }>): string[] {
  const found = categories.filter((category) => detected[category].detected).map((category) => areaOfCategory[category]);
  return found.length > 0 ? found : [...defaultFocusAreas];
}
