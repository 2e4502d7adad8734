/**
 * What a seller can ask of the photo editor, in our own words, with limits and defaults (SPEC 7 photoroom, SPEC 9 'Pipeline and test
 * page'; checklist R2 to R7). No vendor's word is in here.
 */
import * as z from 'zod';
import type { Cents } from '../money.ts';
import type { Size } from '../video/ratio.ts';

export const apiModes = ['remove-background', 'image-editing'] as const;
export const backgroundModes = ['keep-original', 'remove', 'color', 'ai-generated', 'image-guided'] as const;
export const exportFormats = ['png', 'jpeg', 'webp'] as const;
export const upscaleModes = ['none', 'ai-fast', 'ai-slow'] as const;
export const beautifyModes = ['none', 'ai-auto', 'ai-food'] as const;

/** Cents per call, charged by hold and capture (SPEC 9 test page notes; Q12). */
export const photoEditPrices: Record<(typeof apiModes)[number], Cents> = { 'remove-background': 2, 'image-editing': 10 };

export const defaultSeed = 42;
export const guidanceScale = { min: 0, max: 1, step: 0.1, default: 0.6 } as const;
export const backgroundPromptLengthMax = 1000;
export const outputSideMin = 64;
export const outputSideMax = 8192;
/** In pixels, of a photo and of a result (SPEC 9: 25 megapixels recommended). */
export const outputPixelsMax = 25_000_000;
/** What each way of upscaling takes, in pixels; a larger photo is made smaller first. */
export const upscalePixelsMax = { 'ai-fast': 1_000_000, 'ai-slow': 512 * 512 } as const;
/** Both ways make each side so many times longer. */
const upscaleFactor = 4;

const seed = z.int().min(0).max(0x7fffffff).default(defaultSeed);

/** 'auto' lets the editor decide; otherwise the photo's own size, the size of what was cut out, or `WIDTHxHEIGHT` in pixels. */
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

/** The sides of an output size that names them. */
export function sizeOf(outputSize: string): Size | undefined {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(outputSize) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** Everything but the pictures themselves: the photo, and for 'image-guided' the picture that guides. */
export const photoEditSettings = z
  .strictObject({
    apiMode: z.enum(apiModes).default('remove-background'),
    backgroundMode: z.enum(backgroundModes).default('remove'),
    exportFormat: z.enum(exportFormats).default('png'),
    /** As `#rrggbb`, or without the `#`. */
    backgroundColor: z
      .string()
      .max(7)
      .regex(/^#?[0-9a-f]{6}$/i)
      .transform((colour) => (colour.startsWith('#') ? colour : `#${colour}`))
      .default('#ffffff'),
    backgroundPrompt: z.string().trim().max(backgroundPromptLengthMax).default(''),
    backgroundSeed: seed,
    /** From 0, which only hints, to 1, which copies. */
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

const editingOnly = ['addShadows', 'removeText', 'aiLighting', 'aiExpand', 'upscaleMode', 'beautifyMode', 'outputSize'] as const;

/**
 * The settings that were changed from their defaults and yet cannot have any effect, so that the page can say so before paying.
 * Without `photo`, its size in pixels, nothing is said of upscaling.
 */
export function settingsWithoutEffect(settings: PhotoEditSettings, photo?: Size): PhotoEditSetting[] {
  const { apiMode, backgroundMode, exportFormat, upscaleMode, aiExpand, outputSize, addShadows } = settings;
  const without = new Set<PhotoEditSetting>();
  // A JPEG has no transparency: what was removed is white there.
  if (backgroundMode === 'remove' && exportFormat === 'jpeg') without.add('backgroundMode');
  if (apiMode === 'remove-background') {
    if (backgroundMode !== 'remove' && backgroundMode !== 'color') without.add('backgroundMode');
    for (const setting of editingOnly) if (settings[setting] !== neutral[setting]) without.add(setting);
    return [...without];
  }
  // Only what is empty can be filled: a frame larger than the photo, around a photo that is whole.
  if (aiExpand && (backgroundMode !== 'keep-original' || !sizeOf(outputSize))) without.add('aiExpand');
  // A photo that is whole has no outline that could throw a shadow.
  if (addShadows && backgroundMode === 'keep-original') without.add('addShadows');
  if (outputSize === 'croppedSubject' && backgroundMode === 'keep-original') without.add('outputSize');
  if (photo && upscaleMode !== 'none' && !canUpscale(upscaleMode, photo)) without.add('upscaleMode');
  return [...without];
}

/** Above this the photo would have to be made so small first that it came out smaller than it went in. */
const canUpscale = (mode: keyof typeof upscalePixelsMax, { width, height }: Size): boolean =>
  width * height <= upscalePixelsMax[mode] * upscaleFactor ** 2;

const neutral = {
  addShadows: false,
  removeText: false,
  aiLighting: false,
  aiExpand: false,
  upscaleMode: 'none',
  beautifyMode: 'none',
  outputSize: 'auto',
} as const satisfies Partial<PhotoEditSettings>;
