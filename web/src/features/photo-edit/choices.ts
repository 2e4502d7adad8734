/** The settings that the seller chooses and types, and the order with these settings (docs/spec.md 9.2). */
import {
  backgroundModes,
  backgroundPromptLengthMax,
  defaultSeed,
  type PhotoEditSetting,
  type PhotoEditSettings,
  photoEditSettings,
  settingsWithoutEffect,
  sizeOf,
} from '#shared/photo-edit/settings.ts';
import type { Size } from '#shared/size.ts';
import { isSame } from '#web/lib/drafts/merge.ts';

export const frames = ['auto', 'originalImage', 'croppedSubject', 'custom'] as const;
type Frame = (typeof frames)[number];
export type BackgroundMode = PhotoEditSettings['backgroundMode'];
type Seed = 'backgroundSeed' | 'beautifySeed' | 'expandSeed';

/**
 * The choices of the seller. Numbers are stored as typed text. The value of a hidden field stays stored until the field is visible again.
 */
export type Choices = Omit<PhotoEditSettings, Seed | 'outputSize'> & Record<Seed, string> & { frame: Frame; width: string; height: string };

export type Fault = 'photo' | 'prompt' | 'prompt_long' | 'guidance' | 'seed' | 'size';

const { outputSize: _, ...defaults } = photoEditSettings.parse({});
const seed = String(defaultSeed);
export const firstChoices: Choices = {
  ...defaults,
  backgroundSeed: seed,
  beautifySeed: seed,
  expandSeed: seed,
  frame: 'auto',
  width: '',
  height: '',
};

/** Returns the kinds of background that an API call supports. The call for a removal supports a transparent background or one colour. */
export const backgroundsOf = (apiMode: PhotoEditSettings['apiMode']): readonly BackgroundMode[] =>
  apiMode === 'image-editing' ? backgroundModes : ['remove', 'color'];

/** Returns the kind of background for the order. If the call does not support the chosen kind, the order removes the background. */
export const backgroundOf = ({ apiMode, backgroundMode }: Pick<Choices, 'apiMode' | 'backgroundMode'>): BackgroundMode =>
  backgroundsOf(apiMode).includes(backgroundMode) ? backgroundMode : 'remove';

/** Whether a background is generated, so that its description and seed have an effect. */
export const isGenerated = (mode: BackgroundMode): boolean => mode === 'ai-generated' || mode === 'image-guided';

export type ParsedChoices = {
  /** All settings of the order. A setting with a fault has its default value. */
  settings: PhotoEditSettings;
  faults: Fault[];
  /** Chosen settings that cannot have an effect. */
  idle: PhotoEditSetting[];
};

/** Returns the settings of an order. If the other choices hide a setting, it has its default value. */
export function parseChoices(choices: Choices, pictures: { photo?: Size | undefined; guidance?: Size | undefined }): ParsedChoices {
  const faults: Fault[] = [];
  const seedOf = (name: Seed, isShown: boolean): number => {
    if (!isShown) return defaultSeed;
    const parsed = photoEditSettings.shape[name].safeParse(/^\d+$/.test(choices[name]) ? Number(choices[name]) : null);
    if (parsed.success) return parsed.data;
    if (!faults.includes('seed')) faults.push('seed');
    return defaultSeed;
  };
  const { apiMode, exportFormat } = choices;
  const backgroundMode = backgroundOf(choices);
  const hasGeneratedBackground = isGenerated(backgroundMode);
  const prompt = hasGeneratedBackground ? choices.backgroundPrompt.trim() : '';
  if (!pictures.photo) faults.push('photo');
  if (backgroundMode === 'ai-generated' && prompt === '') faults.push('prompt');
  if (prompt.length > backgroundPromptLengthMax) faults.push('prompt_long');
  if (backgroundMode === 'image-guided' && !pictures.guidance) faults.push('guidance');
  const settings: PhotoEditSettings = {
    ...defaults,
    outputSize: 'auto',
    apiMode,
    backgroundMode,
    exportFormat,
    ...(backgroundMode === 'color' && { backgroundColor: choices.backgroundColor }),
    backgroundPrompt: prompt.slice(0, backgroundPromptLengthMax),
    backgroundSeed: seedOf('backgroundSeed', hasGeneratedBackground),
    ...(backgroundMode === 'image-guided' && { backgroundGuidanceScale: choices.backgroundGuidanceScale }),
  };
  if (apiMode === 'image-editing') {
    const { addShadows, removeText, aiLighting, aiExpand, upscaleMode, beautifyMode } = choices;
    Object.assign(settings, { addShadows, removeText, aiLighting, aiExpand, upscaleMode, beautifyMode });
    settings.beautifySeed = seedOf('beautifySeed', beautifyMode !== 'none');
    settings.expandSeed = seedOf('expandSeed', aiExpand);
    settings.outputSize = outputSizeOf(choices) ?? 'auto';
    if (!outputSizeOf(choices)) faults.push('size');
  }
  // The page shows a photo of another device before the size of the photo is known.
  const { photo } = pictures;
  return { settings, faults, idle: settingsWithoutEffect(settings, photo && photo.width > 0 ? photo : undefined) };
}

/** Whether a background removal would make the same picture as the chosen edit. A removal is cheaper. */
export function needsOnlyRemoval(choices: Choices): boolean {
  if (choices.apiMode !== 'image-editing') return false;
  const { settings, faults } = parseChoices(choices, {});
  const removal = parseChoices({ ...choices, apiMode: 'remove-background' }, {}).settings;
  return !faults.includes('size') && isSame({ ...settings, apiMode: 'remove-background' }, removal);
}

function outputSizeOf({ frame, width, height }: Choices): string | undefined {
  const text = frame === 'custom' ? `${width.trim()}x${height.trim()}` : frame;
  return photoEditSettings.shape.outputSize.safeParse(text).data;
}

/** Converts the settings of an order back to choices. The page needs this for a batch that another device ordered. */
export function choicesOf({ outputSize, backgroundSeed, beautifySeed, expandSeed, ...settings }: PhotoEditSettings): Choices {
  const size = sizeOf(outputSize);
  return {
    ...settings,
    backgroundSeed: String(backgroundSeed),
    beautifySeed: String(beautifySeed),
    expandSeed: String(expandSeed),
    frame: size ? 'custom' : (frames.find((one) => one === outputSize) ?? 'auto'),
    width: size ? String(size.width) : '',
    height: size ? String(size.height) : '',
  };
}
