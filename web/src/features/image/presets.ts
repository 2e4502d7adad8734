/** Prompts that give good images of most products. They are in English, because the image models understand English best. */

export const imagePresetNames = ['white', 'shadow', 'studio', 'marble', 'lifestyle'] as const;
export type ImagePresetName = (typeof imagePresetNames)[number];

const unchanged = "Keep the product's shape, colours, labels and details exactly as in the photo. Add no text.";

export const imagePresetPrompts: Record<ImagePresetName, string> = {
  white: `Show the product alone, centred on a pure white background, in even studio light, without a shadow or props. ${unchanged}`,
  shadow: `Show the product alone, centred on a pure white background, in even studio light, with a soft natural shadow below it. ${unchanged}`,
  studio: `Show the product in a photo studio, on a seamless light grey backdrop, in soft even light with a soft shadow. ${unchanged}`,
  marble: `Show the product on a white marble table by a window, in soft morning light with natural shadows, before a blurred bright room. ${unchanged}`,
  lifestyle: `Show the product on a wooden table in a bright living room, in warm daylight with natural shadows, before a blurred background. ${unchanged}`,
};

/** Returns the preset whose prompt this is. */
export const imagePresetOf = (prompt: string): ImagePresetName | undefined =>
  imagePresetNames.find((name) => imagePresetPrompts[name] === prompt.trim());
