/**
 * Converts our settings to the form fields of Photoroom's two calls. Each field also contains the name of its setting, so that a field name
 * can be mapped back to the setting.
 */
import { type PhotoEditSetting, type PhotoEditSettings, settingsWithoutEffect, sizeOf } from '#shared/photo-edit/settings.ts';

export type Field = { name: string; value: string; setting: PhotoEditSetting };

/** The version must be set, because the default is not documented and the names of the shadows depend on the version. */
export const shadowsVersion = '2026-04-15';

const white = '#ffffff';

/** Returns the form of v1/segment without the photo. */
export function fieldsOfSegmentCall({ backgroundMode, backgroundColor, exportFormat }: PhotoEditSettings): Field[] {
  const colour = backgroundMode === 'color' ? backgroundColor : exportFormat === 'jpeg' ? white : undefined;
  return [
    { name: 'format', value: exportFormat === 'jpeg' ? 'jpg' : exportFormat, setting: 'exportFormat' },
    ...(colour ? [{ name: 'bg_color', value: colour, setting: 'backgroundColor' } as const] : []),
  ];
}

/**
 * Returns the form of v2/edit without the pictures. A setting that our page ignores in this combination is omitted, because Photoroom might
 * still apply it.
 */
export function fieldsOfEditCall(settings: PhotoEditSettings): Field[] {
  const ineffective = settingsWithoutEffect(settings);
  const isUsed = (setting: PhotoEditSetting): boolean =>
    ![false, 'none', 'auto'].includes(settings[setting] as string | boolean) && !ineffective.includes(setting);
  const { backgroundMode, beautifyMode, beautifySeed, expandSeed, exportFormat, outputSize, upscaleMode } = settings;
  const isCut = backgroundMode !== 'keep-original';
  const fields: (Field | false)[] = [
    { name: 'removeBackground', value: String(isCut), setting: 'backgroundMode' },
    // This field keeps the product at its position in the photo.
    isCut && outputSize !== 'croppedSubject' && { name: 'referenceBox', value: 'originalImage', setting: 'outputSize' },
    ...backgroundFields(settings),
    isUsed('addShadows') && { name: 'shadow.mode', value: 'ai.preset-soft', setting: 'addShadows' },
    // This mode removes only text that was added to the photo. Text on the product remains.
    isUsed('removeText') && { name: 'textRemoval.mode', value: 'ai.artificial', setting: 'removeText' },
    isUsed('aiLighting') && { name: 'lighting.mode', value: 'ai.auto', setting: 'aiLighting' },
    isUsed('aiExpand') && { name: 'expand.mode', value: 'ai.auto', setting: 'aiExpand' },
    isUsed('aiExpand') && { name: 'expand.seed', value: String(expandSeed), setting: 'expandSeed' },
    isUsed('upscaleMode') && { name: 'upscale.mode', value: upscaleMode.replace('-', '.'), setting: 'upscaleMode' },
    // Without this field, a photo that is too large causes an error.
    isUsed('upscaleMode') && { name: 'upscale.downscaleIfNeeded', value: 'skipUpscaleIfNotNeeded', setting: 'upscaleMode' },
    isUsed('beautifyMode') && { name: 'beautify.mode', value: beautifyMode.replace('-', '.'), setting: 'beautifyMode' },
    isUsed('beautifyMode') && { name: 'beautify.seed', value: String(beautifySeed), setting: 'beautifySeed' },
    isUsed('outputSize') && { name: 'outputSize', value: outputSize, setting: 'outputSize' },
    sizeOf(outputSize) !== undefined && { name: 'scaling', value: 'fit', setting: 'outputSize' },
    { name: 'export.format', value: exportFormat, setting: 'exportFormat' },
  ];
  return fields.filter((field) => field !== false);
}

function backgroundFields(settings: PhotoEditSettings): Field[] {
  const { backgroundMode, backgroundColor, backgroundPrompt, backgroundSeed, backgroundGuidanceScale, exportFormat } = settings;
  const colour = (value: string): Field[] => [
    { name: 'background.color', value: value.slice(1).toUpperCase(), setting: 'backgroundColor' },
  ];
  const prompt: Field[] = backgroundPrompt ? [{ name: 'background.prompt', value: backgroundPrompt, setting: 'backgroundPrompt' }] : [];
  const seed: Field = { name: 'background.seed', value: String(backgroundSeed), setting: 'backgroundSeed' };
  switch (backgroundMode) {
    case 'keep-original':
      return [];
    case 'remove':
      return exportFormat === 'jpeg' ? colour(white) : [];
    case 'color':
      return colour(backgroundColor);
    case 'ai-generated':
      return [...prompt, seed];
    case 'image-guided':
      return [
        ...prompt,
        { name: 'background.guidance.scale', value: String(backgroundGuidanceScale), setting: 'backgroundGuidanceScale' },
        seed,
      ];
  }
}

export const guidanceFile = 'background.guidance.imageFile';

/** Parses the names in `pr-unsupported-attributes`, with or without text before them. */
export const namesIn = (header: string): string[] =>
  header
    .replace(/^.*:/, '')
    .split(/[\s,;]+/)
    .filter(Boolean);
