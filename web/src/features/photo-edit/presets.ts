/** Combinations of settings that give good results for most products. A preset changes only the settings that it contains. */
import inlinePhoto from '#web/features/preset/pictures/original.avif?inline';
import { presetPictures } from '#web/features/preset/preset-pictures.ts';
import { isSame } from '#web/lib/drafts/merge.ts';
import { type BackgroundMode, backgroundOf, type Choices, firstChoices } from './choices.ts';

const { lifestyle, marble, original, shadow, studio, transparent, white } = presetPictures;

type Preset = {
  choices: Partial<Choices> & Pick<Choices, 'apiMode' | 'backgroundMode'>;
  /** Picture of the result for a sample product. Undefined if the result depends on a picture of the seller. */
  sample?: string;
};

/**
 * The sample product before any edit. It is the largest picture of the empty page. The page contains its bytes, so that it does not wait
 * for a separate download. AVIF keeps the page below 14 kB, which a new connection receives without a further round trip.
 */
export const samplePhoto: string = inlinePhoto;

const generated = { apiMode: 'image-editing', backgroundMode: 'ai-generated', addShadows: true, aiLighting: true } as const;

/** The descriptions are in English, because the editing service understands English best. */
export const presets = {
  original: {
    sample: original,
    choices: { apiMode: 'image-editing', backgroundMode: 'keep-original', addShadows: false, aiLighting: true },
  },
  transparent: {
    sample: transparent,
    choices: { apiMode: 'remove-background', backgroundMode: 'remove', exportFormat: 'png' },
  },
  white: {
    sample: white,
    choices: { apiMode: 'remove-background', backgroundMode: 'color', backgroundColor: '#ffffff', exportFormat: 'jpeg' },
  },
  shadow: {
    sample: shadow,
    choices: { apiMode: 'image-editing', backgroundMode: 'color', backgroundColor: '#ffffff', addShadows: true, exportFormat: 'jpeg' },
  },
  studio: {
    sample: studio,
    choices: { ...generated, backgroundPrompt: 'In a photo studio, on a seamless light grey backdrop, soft even light' },
  },
  marble: {
    sample: marble,
    choices: { ...generated, backgroundPrompt: 'On a white marble table by a window, soft morning light' },
  },
  lifestyle: {
    sample: lifestyle,
    choices: { ...generated, backgroundPrompt: 'On a wooden table in a bright living room, warm daylight, blurred background' },
  },
  picture: {
    choices: { apiMode: 'image-editing', backgroundMode: 'image-guided', addShadows: true },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];

export const sampleOf = (name: PresetName): string | undefined => (presets[name] as Preset).sample;

/** Returns the preset whose settings are all in the choices. */
export function presetOf(choices: Choices): PresetName | undefined {
  const effectiveChoices = { ...choices, backgroundMode: backgroundOf(choices) };
  return presetNames.find((name) =>
    Object.entries(presets[name].choices).every(([key, value]) => effectiveChoices[key as keyof Choices] === value),
  );
}

/** The preset with the most similar sample picture, for each kind of background. */
const similarPresets: Record<BackgroundMode, PresetName> = {
  'keep-original': 'original',
  remove: 'transparent',
  color: 'white',
  'ai-generated': 'studio',
  'image-guided': 'picture',
};

/** Returns the preset of the choices. If no preset matches, returns the preset with the same kind of background. */
export const similarPresetOf = (choices: Choices): PresetName => presetOf(choices) ?? similarPresets[backgroundOf(choices)];

/** The preset that an edit starts with. */
const startPreset = presets.shadow.choices;

/** Returns the changes of the other choices after the seller has changed the API call (removal or edit). */
export function choicesForMode(choices: Choices, apiMode: Choices['apiMode']): Partial<Choices> {
  // The first choices only remove the background. If an edit had the same choices, the seller would pay the higher price for the same
  // picture.
  if (apiMode === 'image-editing') return isSame(choices, firstChoices) ? startPreset : { apiMode };
  if (isSame(choices, { ...firstChoices, ...startPreset })) return firstChoices;
  const isTransparent = choices.backgroundMode !== backgroundOf({ ...choices, apiMode });
  // JPEG has no transparency.
  return isTransparent && choices.exportFormat === 'jpeg' ? { apiMode, exportFormat: 'png' } : { apiMode };
}

const presetPrompts = new Set<string>(presetNames.flatMap((name) => (presets[name] as Preset).choices.backgroundPrompt ?? []));

/** Whether a preset would replace a description that the seller has typed. */
export const replacesTypedDescription = ({ backgroundPrompt }: Choices, name: PresetName): boolean =>
  (presets[name] as Preset).choices.backgroundPrompt !== undefined &&
  backgroundPrompt.trim() !== '' &&
  !presetPrompts.has(backgroundPrompt);
