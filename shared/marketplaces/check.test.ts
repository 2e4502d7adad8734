import { describe, expect, test } from 'vitest';
import { check, checkRule } from './check.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { ImageProbe, Probe, VideoProbe } from './probe.ts';
import { placementOf, placements } from './rules.ts';
import type { Rule } from './schema.ts';

const clip: VideoProbe = {
  kind: 'video',
  container: 'mp4',
  codec: 'h264',
  profile: 'high',
  frameRate: 24,
  variableFrameRate: false,
  seconds: 8,
  width: 1080,
  height: 1920,
  bytes: 16_000_000,
  audio: true,
  audioCodec: 'aac',
  audioBitrate: 128_000,
  audioSampleRate: 48_000,
};
const photo: ImageProbe = { kind: 'image', format: 'jpeg', width: 1200, height: 1200, bytes: 900_000, alpha: false };

const ruleWith = (field: Field, limit: object, severity: Rule['severity'] = 'refused') =>
  ({ field, ...limit, source: 'https://example.com', sourceDate: null, seenAt: '2026-11-21', grade: 'O', severity }) as Rule;
const stateOf = (probe: Probe, field: Field, limit: object, severity?: Rule['severity']) =>
  checkRule(probe, ruleWith(field, limit, severity)).state;

describe('a rule', () => {
  test.each<[string, Probe, Field, object, string]>([
    ['refuses a value below the minimum', { ...clip, seconds: 9.999 }, 'seconds', { min: 10, max: 60 }, 'refused'],
    ['accepts the minimum', { ...clip, seconds: 10 }, 'seconds', { min: 10, max: 60 }, 'passes'],
    ['accepts the maximum', { ...clip, seconds: 60 }, 'seconds', { min: 10, max: 60 }, 'passes'],
    ['refuses a value above the maximum', { ...clip, seconds: 60.001 }, 'seconds', { min: 10, max: 60 }, 'refused'],
    ['refuses the excluded end', { ...clip, seconds: 60 }, 'seconds', { below: 60 }, 'refused'],
    ['accepts a value before the excluded end', { ...clip, seconds: 59.999 }, 'seconds', { below: 60 }, 'passes'],
    ['refuses a file that is one byte too large', { ...clip, bytes: 5_000_001 }, 'bytes', { max: 5_000_000 }, 'refused'],
    ['accepts a file of exactly the maximum size', { ...clip, bytes: 5_000_000 }, 'bytes', { max: 5_000_000 }, 'passes'],
    ['refuses a name that is not listed', clip, 'container', { oneOf: ['mov'] }, 'refused'],
    ['accepts a listed name', clip, 'container', { oneOf: ['mov', 'mp4'] }, 'passes'],
    ['refuses an excluded name', { ...photo, format: 'gif' }, 'format', { noneOf: ['gif'] }, 'refused'],
    ['accepts a name that is not excluded', photo, 'format', { noneOf: ['gif'] }, 'passes'],
    ['refuses a number that is not listed', clip, 'width', { oneOf: [1280, 1920] }, 'refused'],
    ['accepts a listed number', { ...clip, width: 1280 }, 'width', { oneOf: [1280, 1920] }, 'passes'],
    ['refuses a property that must be absent', { ...clip, bars: true }, 'bars', { is: false }, 'refused'],
    ['accepts the absence of a property', { ...clip, bars: false }, 'bars', { is: false }, 'passes'],
    ['refuses a missing property', { ...photo, whiteBackground: false }, 'whiteBackground', { is: true }, 'refused'],
    ['accepts 1080 × 1920 as 9:16', clip, 'ratio', { oneOf: ['9:16'] }, 'passes'],
    ['accepts a crop of 1080 × 608 as 16:9', { ...clip, width: 1080, height: 608 }, 'ratio', { oneOf: ['16:9'] }, 'passes'],
    ['refuses 1080 × 600 as 16:9', { ...clip, width: 1080, height: 600 }, 'ratio', { oneOf: ['16:9'] }, 'refused'],
    ['accepts both ends of a range of ratios', clip, 'ratio', { min: '9:16', max: '16:9' }, 'passes'],
    ['refuses a ratio outside of a range', { ...clip, width: 1000, height: 2000 }, 'ratio', { min: '9:16', max: '16:9' }, 'refused'],
    ['refuses a square if only upright ratios are allowed', { ...clip, width: 1080, height: 1080 }, 'ratio', { below: '1:1' }, 'refused'],
    ['accepts an upright ratio', { ...clip, width: 1080, height: 1350 }, 'ratio', { below: '1:1' }, 'passes'],
    ['reads the longer side', clip, 'longSide', { max: 1080 }, 'refused'],
    ['reads the shorter side', clip, 'shortSide', { max: 1080 }, 'passes'],
    ['reads the number of pixels', photo, 'pixels', { max: 1_439_999 }, 'refused'],
    ['computes the bit rate from the bytes', clip, 'bitrate', { min: 16_000_001 }, 'refused'],
    ['prefers the measured bit rate', { ...clip, bitrate: 17_000_000 }, 'bitrate', { min: 16_000_001 }, 'passes'],
    ['accepts any value', clip, 'ratio', { any: true }, 'passes'],
    ['accepts any value that was not measured', { kind: 'video' }, 'ratio', { any: true }, 'passes'],
    ['about sound accepts a video without sound', { ...clip, audio: false }, 'audioBitrate', { min: 96_000_000 }, 'passes'],
    ['accepts a negative loudness', { ...clip, loudness: -16 }, 'loudness', { max: 1 }, 'passes'],
    ['does not know a value that was not measured', { kind: 'video' }, 'seconds', { min: 1 }, 'unknown'],
    ['does not know the ratio of a width without a height', { kind: 'video', width: 10 }, 'ratio', { min: '1:2' }, 'unknown'],
    ['does not know a width of zero', { ...clip, width: 0 }, 'width', { min: 1 }, 'unknown'],
    ['does not know a length that is not a number', { ...clip, seconds: Number.NaN }, 'seconds', { min: 1 }, 'unknown'],
    ['does not know an infinite length', { ...clip, seconds: Number.POSITIVE_INFINITY }, 'seconds', { min: 1 }, 'unknown'],
  ])('a rule %s', (_, probe, field, limit, state) => {
    expect(stateOf(probe, field, limit)).toBe(state);
  });

  test('a rule that is only advice causes a warning and no refusal', () => {
    expect(stateOf(clip, 'seconds', { min: 10 }, 'warned')).toBe('warned');
  });
});

test('the result of a rule has the measured value, the limit, the source and the date', () => {
  const result = check(clip, placementOf('mercado-libre.clips')).find(({ field }) => field === 'seconds');
  expect(result).toMatchObject({
    state: 'refused',
    value: 8,
    rule: { min: 10, max: 61, source: 'https://global-selling.mercadolibre.com/devsite/working-with-clips', sourceDate: '2025-08-05' },
  });
});

test('the result of a rule without a known limit is unknown', () => {
  expect(check(clip, placementOf('lazada.main-video'))).toContainEqual({ field: 'seconds', state: 'unknown' });
});

test('a rule cannot check a file of another kind', () => {
  expect(() => check(photo, placementOf('lazada.main-video'))).toThrow('A file of kind image cannot be checked for lazada.main-video');
});

test('a clip of 8 seconds with 16 MB is refused only by the placements whose rules forbid it', () => {
  const refusals = placements
    .filter(({ kind }) => kind === 'video')
    .flatMap((placement) => check(clip, placement))
    .filter(({ state }) => state === 'refused')
    .map(({ field, rule }) => `${field} ${placements.find(({ rules }) => rule && rules.includes(rule))?.id}`);
  expect(refusals.sort()).toEqual(
    [
      'bytes tiktok-shop.listing-video',
      'bytes tiktok-shop.listing-video-sea',
      'seconds shopee.listing-video',
      'seconds mercado-libre.clips',
      ...['ratio', 'width', 'height', 'profile'].map((field) => `${field} amazon.sponsored-brands-video`),
      'width amazon.listing-video',
      ...['ratio', 'width', 'height', 'bitrate'].map((field) => `${field} amazon.dsp-video`),
    ].sort(),
  );
});

/** For each rule, at least one of these values passes and at least one fails. */
const candidates: Record<string, readonly unknown[]> = {
  ratio: ['1:1', '9:16', '16:9', '1:4', '4:1', '3:4', '4:5'],
  number: [0.1, 0.5, 0.83, 0.86, 0.96, 1, 5, 7, 12, 24, 30, 45, 59, 61, 200, 720, 1080, 1280, 1920, 2000, 4000, 5000],
  large: [10_000, 100_000, 1e6, 2e6, 4.5e6, 6e6, 1e7, 2e7, 1e8, 1.4e8, 2.7e8, 4e8, 1e9, 2e9, 1e11],
};

test('every rule accepts one file and refuses another', () => {
  for (const { id, kind, rules } of placements)
    for (const rule of rules.filter((one) => !one.any)) {
      const states = new Set(probesFor(kind, rule.field).map((probe) => checkRule(probe, rule).state));
      expect([id, rule.field, [...states].sort()]).toEqual([id, rule.field, ['passes', rule.severity].sort()]);
      expect(fieldsOf[kind]).toContain(rule.field);
    }
});

function probesFor(kind: Probe['kind'], field: Field): Probe[] {
  const probe = (change: object) => ({ kind, ...change }) as Probe;
  if (field === 'ratio')
    return (candidates.ratio as string[]).map((ratio) => ratio.split(':').map(Number)).map(([width, height]) => probe({ width, height }));
  if (field === 'longSide' || field === 'shortSide') return numbers().map((side) => probe({ width: side, height: side }));
  if (field === 'pixels') return numbers().map((side) => probe({ width: side, height: 1 }));
  const names = ['mp4', 'webm', 'flv', 'h264', 'vp9', 'main', 'high', 'aac', 'opus', 'jpeg', 'avif', 'gif', 'srgb', 'cmyk'];
  if (['container', 'codec', 'profile', 'audioCodec', 'format', 'colourProfile'].includes(field))
    return names.map((name) => probe({ [field]: name }));
  const isNumber = [...numberNames].includes(field);
  return isNumber ? numbers().map((value) => probe({ [field]: value })) : [true, false].map((value) => probe({ [field]: value }));
}

const numberNames = new Set<Field>([
  ...(['seconds', 'width', 'height', 'bytes', 'bitrate', 'frameRate', 'level', 'audioBitrate', 'audioSampleRate', 'fillShare'] as const),
]);
const numbers = (): number[] => [...(candidates.number as number[]), ...(candidates.large as number[])];
