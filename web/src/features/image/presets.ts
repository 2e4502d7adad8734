/**
 * Presets whose prompts give good images of most products. The prompts are in the language of the page, because sellers read and edit them.
 */
import type { TFunction } from 'i18next';

export const imagePresetNames = ['white', 'shadow', 'studio', 'marble', 'lifestyle'] as const;
export type ImagePresetName = (typeof imagePresetNames)[number];

export const imagePresetPrompt = (name: ImagePresetName, t: TFunction): string => t(`image.preset_prompt.${name}`);

/** Returns the preset that has this prompt. */
export const imagePresetOf = (prompt: string, t: TFunction): ImagePresetName | undefined =>
  imagePresetNames.find((name) => imagePresetPrompt(name, t) === prompt.trim());
