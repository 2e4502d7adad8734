/** The measured properties of a file. A property that was not measured is missing. */
import type { Field, FlagField, NameField, NumberField, namesOf } from './fields.ts';
import type { Value } from './limits.ts';

type DerivedField = 'longSide' | 'shortSide' | 'pixels';
type Properties = { [Name in Exclude<NumberField, DerivedField>]?: number } & { [Name in FlagField]?: boolean } & {
  [Name in NameField]?: (typeof namesOf)[Name][number];
};

type VideoField =
  | ('seconds' | 'width' | 'height' | 'bytes' | 'bitrate' | 'frameRate' | 'level' | 'audioBitrate' | 'audioSampleRate' | 'loudness')
  | ('container' | 'codec' | 'profile' | 'audioCodec' | 'audio' | 'variableFrameRate' | 'bars' | 'blackStart' | 'blackEnd')
  | ('freeze' | 'silence' | 'moovAtStart' | 'interlaced');
type ImageField =
  | ('width' | 'height' | 'bytes' | 'fillShare' | 'format' | 'colourProfile')
  | ('alpha' | 'whiteBackground' | 'rotated' | 'aiMade');

/** A rectangle in pixels. */
export type Box = { left: number; top: number; width: number; height: number };

export type VideoProbe = { kind: 'video' } & Pick<Properties, VideoField> & {
    /** The uncropped video from which this file was cut, and the box of its product in all frames. */
    original?: { width: number; height: number; product?: Box };
  };

/** Width and height are the displayed values, after the rotation by the orientation tag. */
export type ImageProbe = { kind: 'image' } & Pick<Properties, ImageField> & {
    /** The box of the product, without its shadow. */
    product?: Box;
  };

export type Probe = VideoProbe | ImageProbe;

/** These fields describe the sound track. They do not exist in a video without sound. */
const audioFields: readonly Field[] = ['audioCodec', 'audioBitrate', 'audioSampleRate', 'loudness', 'silence'];

/** A video without sound satisfies each rule about its sound track. */
export const hasNoSuchTrack = (probe: Probe, field: Field): boolean =>
  probe.kind === 'video' && probe.audio === false && audioFields.includes(field);

const isMeasured = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Returns the value of a field. Returns undefined if the value was not measured or is impossible. */
export function measuredValue(probe: Probe, field: Field): Value | undefined {
  const positive = (value: unknown) => (isMeasured(value) && typeof value === 'number' && value > 0 ? value : undefined);
  const [width, height] = [positive(probe.width), positive(probe.height)];
  if (field === 'ratio') return width && height && width / height;
  if (field === 'longSide') return width && height && Math.max(width, height);
  if (field === 'shortSide') return width && height && Math.min(width, height);
  if (field === 'pixels') return width && height && width * height;
  const value = (probe as Record<string, unknown>)[field];
  if (field === 'bitrate' && value === undefined && probe.kind === 'video') {
    const [bytes, seconds] = [positive(probe.bytes), positive(probe.seconds)];
    return bytes && seconds && (bytes * 8) / seconds;
  }
  // Loudness is negative. All other numbers are positive.
  if (typeof value === 'number' && field !== 'loudness') return positive(value);
  return isMeasured(value) ? value : undefined;
}
