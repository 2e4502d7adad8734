/** What a seller has chosen and typed for an edit, and the settings that it comes to (SPEC 9 test page; checklist R2 to R7). */
import {
  backgroundModes,
  backgroundPromptLengthMax,
  defaultSeed,
  type PhotoEditSetting,
  type PhotoEditSettings,
  photoEditSettings,
  settingsWithoutEffect,
} from '#shared/photo-edit/settings.ts';
import type { Size } from '#shared/size.ts';

export const frames = ['auto', 'originalImage', 'croppedSubject', 'custom'] as const;
type Frame = (typeof frames)[number];
export type BackgroundMode = PhotoEditSettings['backgroundMode'];
type Seed = 'backgroundSeed' | 'beautifySeed' | 'expandSeed';

/** As it stands on the page: numbers as they were typed, and what is hidden at present is kept for later. */
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

/** The backgrounds that a call can make: to remove one leaves it clear, or in one colour. */
export const backgroundsOf = (apiMode: PhotoEditSettings['apiMode']): readonly BackgroundMode[] =>
  apiMode === 'image-editing' ? backgroundModes : ['remove', 'color'];

const backgroundOf = ({ apiMode, backgroundMode }: Choices): BackgroundMode =>
  backgroundsOf(apiMode).includes(backgroundMode) ? backgroundMode : 'remove';

/** Whether a background is made, so that a description and a seed count. */
export const isMade = (mode: BackgroundMode): boolean => mode === 'ai-generated' || mode === 'image-guided';

export type Read = {
  /** Complete in any case: where something is at fault, its default stands. */
  settings: PhotoEditSettings;
  faults: Fault[];
  /** What is chosen and cannot have an effect. */
  idle: PhotoEditSetting[];
};

/** The settings as they are ordered. What is hidden by the other choices stands at its default, whatever was typed there. */
export function readChoices(choices: Choices, pictures: { photo?: Size | undefined; guidance?: Size | undefined }): Read {
  const faults: Fault[] = [];
  const seedOf = (name: Seed, isShown: boolean): number => {
    if (!isShown) return defaultSeed;
    const read = photoEditSettings.shape[name].safeParse(/^\d+$/.test(choices[name]) ? Number(choices[name]) : null);
    if (read.success) return read.data;
    if (!faults.includes('seed')) faults.push('seed');
    return defaultSeed;
  };
  const { apiMode, exportFormat } = choices;
  const backgroundMode = backgroundOf(choices);
  const made = isMade(backgroundMode);
  const prompt = made ? choices.backgroundPrompt.trim() : '';
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
    backgroundSeed: seedOf('backgroundSeed', made),
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
  return { settings, faults, idle: settingsWithoutEffect(settings, pictures.photo) };
}

function outputSizeOf({ frame, width, height }: Choices): string | undefined {
  const text = frame === 'custom' ? `${width.trim()}x${height.trim()}` : frame;
  return photoEditSettings.shape.outputSize.safeParse(text).data;
}
