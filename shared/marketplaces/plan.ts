/** The type of a plan. A plan contains only data. The page and the function that makes the file both read it. */
import type { Field, FlagField, namesOf } from './fields.ts';
import type { Value } from './limits.ts';
import type { Box, Probe } from './probe.ts';
import type { Rule } from './schema.ts';

export type Size = { width: number; height: number };
type NameOf<Name extends keyof typeof namesOf> = (typeof namesOf)[Name][number];

/**
 * - `cards`: adds an intro and an outro.
 * - `backwards`: plays the clip forwards and then backwards, without sound.
 */
export const lengthenWays = ['cards', 'backwards'] as const;
export const shadowChoices = ['keep', 'drop'] as const;

export type VideoPreferences = {
  lengthen: (typeof lengthenWays)[number];
  cardColour: string;
  mayTrim: boolean;
  keepAudio: boolean;
  /** The preferred ratio, if the marketplace allows several ratios. */
  ratio?: string;
  /** The loudness in LUFS. If this value is undefined, the loudness does not change. */
  loudness?: number;
};
export type ImagePreferences = {
  shadow: (typeof shadowChoices)[number];
  /** Allows more pixels than the source has, up to `enlargementMax`. */
  mayEnlarge: boolean;
};
export type Preferences = { video: VideoPreferences; image: ImagePreferences };

export const defaultPreferences: Preferences = {
  video: { lengthen: 'cards', cardColour: '#FFFFFF', mayTrim: false, keepAudio: true },
  image: { shadow: 'keep', mayEnlarge: false },
};

export type VideoStep =
  /** Crops a part of the uncropped original. */
  | { kind: 'reframe'; window: Box }
  /** `because` is the limit that requires fewer pixels. */
  | { kind: 'scale'; size: Size; because: Field }
  | { kind: 'deinterlace' }
  | { kind: 'trim'; seconds: number }
  /** The cards show the product photo in front of the colour, without text. Each card overlaps the clip by `fadeSeconds`. */
  | { kind: 'addCards'; introSeconds: number; outroSeconds: number; fadeSeconds: number; colour: string }
  | { kind: 'playBackwards'; seconds: number }
  | { kind: 'setFrameRate'; frameRate: number }
  | { kind: 'removeAudio' }
  | { kind: 'setLoudness'; loudness: number }
  | {
      kind: 'encode';
      passes: 2;
      codec: 'h264';
      profile: NameOf<'profile'>;
      level?: number;
      videoBitrate: number;
      audio?: { codec: 'aac'; bitrate: number; sampleRate: number };
      bytesMax?: number;
    }
  /** Writes the same streams to a new file, with the index before the media data. */
  | { kind: 'remux'; container: NameOf<'container'> };

export type ImageStep =
  | { kind: 'bakeOrientation' }
  | { kind: 'convertColour'; colourProfile: 'srgb' }
  | { kind: 'crop'; window: Box }
  /** Places the image on a larger or smaller white canvas. `left` and `top` can be negative. */
  | { kind: 'place'; canvas: Size; left: number; top: number; background: '#FFFFFF'; shadow: ImagePreferences['shadow'] }
  /** Set if the result has more pixels than the source. */
  | { kind: 'resize'; size: Size; enlargement?: number }
  | { kind: 'removeAlpha'; background: '#FFFFFF' }
  /** Uses the highest quality from `qualityMin` to `qualityMax` that makes a file of at most `bytesMax` bytes. */
  | { kind: 'encode'; format: NameOf<'format'>; qualityMin: number; qualityMax: number; bytesMax?: number };

export type Step = VideoStep | ImageStep;

/** All reasons for which no file can be made. The page has a sentence for each reason. */
export const refusalReasons = [
  /** A property that the plan needs was not measured. */
  'notMeasured',
  /** An upright original cannot become a wide file without invented pixels or bars, and neither is allowed. */
  'uprightOriginal',
  'productWouldBeCut',
  'tooFewPixels',
  'tooShort',
  'tooLong',
  /** For each allowed resolution, the size limit leaves a bit rate that is too low. */
  'bitrateTooLow',
  /** The background is part of the photo. It must be removed before the product can be found and placed on white. */
  'needsCutOut',
  /** No step can change this property. */
  'notRepairable',
] as const;
type RefusalReason = (typeof refusalReasons)[number];

export type Refusal = {
  kind: 'refusal';
  reason: RefusalReason;
  field: Field;
  /** Undefined if a basic property was not measured, because then no rule can be checked. */
  rule?: Rule;
  /** The value that the rule forbids: the measured value, or the best value that the steps can reach. */
  value?: Value;
};

export type Change = { field: Field; before?: Value; after?: Value };
export type Plan = {
  kind: 'plan';
  steps: Step[];
  /** The predicted properties of the result. */
  result: Probe;
  changes: Change[];
};

/** Properties that no step can change. */
export const lastingFlags: readonly FlagField[] = ['blackStart', 'blackEnd', 'freeze', 'silence', 'aiMade'];

export const refuse = (reason: RefusalReason, rule: Rule, value?: Value): Refusal => ({
  kind: 'refusal',
  reason,
  field: rule.field,
  rule,
  value,
});

export const isRefusal = (value: object): value is Refusal => 'kind' in value && value.kind === 'refusal';
