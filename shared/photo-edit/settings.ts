/** Settings of the photo editor, with limits and defaults (docs/spec.md 9.2). The names are our names, not the names of the vendor. */
import * as z from 'zod';
import type { Size } from '../size.ts';
import { apiModes } from './prices.ts';

export const backgroundModes = ['keep-original', 'remove', 'color', 'ai-generated', 'image-guided'] as const;
export const exportFormats = ['png', 'jpeg', 'webp'] as const;
export const upscaleModes = ['none', 'ai-fast', 'ai-slow'] as const;
export const beautifyModes = ['none', 'ai-auto', 'ai-food'] as const;

export const defaultSeed = 42;
export const guidanceScale = { min: 0, max: 1, step: 0.1, default: 0.6 } as const;
export const backgroundPromptLengthMax = 1000;
export const outputSideMin = 64;
export const outputSideMax = 8192;
/** Limit of a photo and of a result: 25 megapixels (docs/spec.md 9.1). */
export const outputPixelsMax = 25_000_000;
/** Input limit of each upscale mode in pixels. The vendor first scales a larger photo down to this limit. */
export const upscalePixelsMax = { 'ai-fast': 1_000_000, 'ai-slow': 512 * 512 } as const;
/** Both upscale modes multiply each side by this factor. */
const upscaleFactor = 4;

const seed = z.int().min(0).max(0x7fffffff).default(defaultSeed);

/**
 * 'auto': the editor decides. 'originalImage': size of the photo. 'croppedSubject': size of the cut-out product. `WIDTHxHEIGHT`: size in
 * pixels.
 */
const outputSize = z
  .string()
  .max(20)
  .refine((text) => ['auto', 'originalImage', 'croppedSubject'].includes(text) || isSize(text), { error: 'Not an output size' })
  .default('auto');

function isSize(text: string): boolean {
  const size = sizeOf(text);
  if (!size) return false;
  const { width, height } = size;
  return Math.min(width, height) >= outputSideMin && Math.max(width, height) <= outputSideMax && width * height <= outputPixelsMax;
}

/** Returns the sides of a `WIDTHxHEIGHT` output size, otherwise undefined. */
export function sizeOf(outputSize: string): Size | undefined {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(outputSize) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** All settings, without the pictures. The pictures are the photo and the guiding picture of 'image-guided'. */
export const photoEditSettings = z
  .strictObject({
    apiMode: z.enum(apiModes).default('remove-background'),
    backgroundMode: z.enum(backgroundModes).default('remove'),
    exportFormat: z.enum(exportFormats).default('png'),
    /** `#rrggbb` or `rrggbb`. */
    backgroundColor: z
      .string()
      .max(7)
      .regex(/^#?[0-9a-f]{6}$/i)
      .transform((colour) => (colour.startsWith('#') ? colour : `#${colour}`))
      .default('#ffffff'),
    backgroundPrompt: z.string().trim().max(backgroundPromptLengthMax).default(''),
    backgroundSeed: seed,
    /** Influence of the guiding picture, from 0 (a weak hint) to 1 (a copy). */
    backgroundGuidanceScale: z
      .number()
      .min(guidanceScale.min)
      .max(guidanceScale.max)
      .multipleOf(guidanceScale.step)
      .default(guidanceScale.default),
    addShadows: z.boolean().default(false),
    removeText: z.boolean().default(false),
    aiLighting: z.boolean().default(false),
    aiExpand: z.boolean().default(false),
    upscaleMode: z.enum(upscaleModes).default('none'),
    beautifyMode: z.enum(beautifyModes).default('none'),
    beautifySeed: seed,
    expandSeed: seed,
    outputSize,
  })
  .refine(
    ({ apiMode, backgroundMode, backgroundPrompt }) =>
      apiMode === 'remove-background' || backgroundMode !== 'ai-generated' || backgroundPrompt !== '',
    {
      path: ['backgroundPrompt'],
      error: 'A generated background needs a description',
    },
  );
export type PhotoEditSettings = z.infer<typeof photoEditSettings>;
export type PhotoEditSetting = keyof PhotoEditSettings;

const editingSettings = ['addShadows', 'removeText', 'aiLighting', 'aiExpand', 'upscaleMode', 'beautifyMode', 'outputSize'] as const;

/**
 * Returns the changed settings that cannot have an effect. The page shows them before the order.
 * @param photo size of the photo in pixels. Without it, the result does not contain upscaling.
 */
export function settingsWithoutEffect(settings: PhotoEditSettings, photo?: Size): PhotoEditSetting[] {
  const { apiMode, backgroundMode, exportFormat, upscaleMode, aiExpand, outputSize, addShadows } = settings;
  const ineffective = new Set<PhotoEditSetting>();
  // A JPEG has no transparency, so a removed background becomes white.
  if (backgroundMode === 'remove' && exportFormat === 'jpeg') ineffective.add('backgroundMode');
  if (apiMode === 'remove-background') {
    if (backgroundMode !== 'remove' && backgroundMode !== 'color') ineffective.add('backgroundMode');
    for (const setting of editingSettings) if (settings[setting] !== defaultValues[setting]) ineffective.add(setting);
    return [...ineffective];
  }
  // The expansion only fills empty space. So it needs a photo with its background in a frame that is larger than the photo.
  if (aiExpand && (backgroundMode !== 'keep-original' || !sizeOf(outputSize))) ineffective.add('aiExpand');
  // A photo with its background has no outline for a shadow.
  if (addShadows && backgroundMode === 'keep-original') ineffective.add('addShadows');
  if (outputSize === 'croppedSubject' && backgroundMode === 'keep-original') ineffective.add('outputSize');
  if (photo && upscaleMode !== 'none' && !canUpscale(upscaleMode, photo)) ineffective.add('upscaleMode');
  return [...ineffective];
}

/**
 * The vendor first scales the photo down to the input limit, and then up. If the photo has more than 16 times this limit, the result is
 * smaller than the photo.
 */
const canUpscale = (mode: keyof typeof upscalePixelsMax, { width, height }: Size): boolean =>
  width * height <= upscalePixelsMax[mode] * upscaleFactor ** 2;

const defaultValues = {
  addShadows: false,
  removeText: false,
  aiLighting: false,
  aiExpand: false,
  upscaleMode: 'none',
  beautifyMode: 'none',
  outputSize: 'auto',
} as const satisfies Partial<PhotoEditSettings>;
