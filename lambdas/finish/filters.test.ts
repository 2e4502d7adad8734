import { expect, test } from 'vitest';
import type { VideoStep } from '#shared/marketplaces/plan.ts';
import { nextBitrate } from './encode-passes.ts';
import { rateOf, soundGraph, videoGraph } from './filters.ts';

const source = { seconds: 8, frameRate: 24, loudness: -22 };
const encode: VideoStep = {
  kind: 'encode',
  passes: 2,
  codec: 'h264',
  profile: 'high',
  videoBitrate: 4_000_000,
  audio: { codec: 'aac', bitrate: 128_000, sampleRate: 48_000 },
};
const cards: VideoStep = { kind: 'addCards', introSeconds: 1.2, outroSeconds: 1.4, fadeSeconds: 0.2, colour: '#FFFFFF' };
const colours = ['setsar=1'];

test.each([
  [24, '24'],
  [25, '25'],
  [23.976023976, '24000/1001'],
  [29.97002997, '30000/1001'],
  [12.5, '12.5'],
])('the frame rate %f as a fraction is %s', (frameRate, text) => {
  expect(rateOf([], { seconds: 1, frameRate })).toBe(text);
});

test('a window and a size are converted to a crop and then a scale', () => {
  const steps: VideoStep[] = [
    { kind: 'reframe', window: { left: 420, top: 0, width: 1080, height: 1080 } },
    { kind: 'scale', size: { width: 720, height: 720 }, because: 'bytes' },
    { kind: 'setFrameRate', frameRate: 30 },
    encode,
  ];
  expect(videoGraph(steps, source, { colours })).toBe('crop=1080:1080:420:0,scale=720:720:flags=lanczos,setsar=1,fps=fps=30');
});

test('the clip fades in at the end of the intro, and the outro fades in at the end of the clip', () => {
  const graph = videoGraph([cards, encode], source, { colours, cards: { intro: '/tmp/a.png', outro: '/tmp/b.png' } });
  expect([...graph.matchAll(/xfade=transition=fade:duration=0.2:offset=([\d.]+)/g)].map(([, offset]) => offset)).toEqual([
    '1.000',
    '8.800',
  ]);
});

test('the sound is silent during the cards, and has the same length as the pictures', () => {
  expect(soundGraph([cards, encode], source, { kind: 'video' })).toContain('adelay=delays=1000:all=1,apad=whole_dur=10.200');
});

test('the loudness changes by the difference to the measured loudness, with a limiter', () => {
  expect(soundGraph([{ kind: 'setLoudness', loudness: -16 }, encode], source, { kind: 'video' })).toContain(
    'volume=6.00dB,alimiter=limit=0.89',
  );
});

test('the loudness of silence does not change', () => {
  expect(soundGraph([{ kind: 'setLoudness', loudness: -16 }, encode], { seconds: 8, frameRate: 24 }, { kind: 'video' })).not.toContain(
    'volume',
  );
});

test.each([
  ['a file above the limit needs a lower bit rate', 1_000_001, true, 9.5e5],
  ['a file above the limit needs a lower bit rate, even if the source is small', 1_100_000, false, 8.7e5],
  ['a file that uses too little of the limit needs a higher bit rate', 800_000, true, 1.2e6],
])('%s', (_, bytes, fillsLimit, about) => {
  const next = nextBitrate([{ videoBitrate: 1_000_000, bytes }], { bytesMax: 1_000_000, fillsLimit }) ?? 0;
  expect(Math.abs(next / about - 1)).toBeLessThan(0.02);
});

test.each([
  ['at the limit', 1_000_000, true],
  ['slightly below the limit', 920_000, true],
  ['far below the limit, with a small source', 100_000, false],
])('a file %s is good', (_, bytes, fillsLimit) => {
  expect(nextBitrate([{ videoBitrate: 1_000_000, bytes }], { bytesMax: 1_000_000, fillsLimit })).toBeUndefined();
});

test('between a file that is too large and a file that is too small, the bit rate is interpolated', () => {
  const attempts = [
    { videoBitrate: 1_200_000, bytes: 1_255_000 },
    { videoBitrate: 900_000, bytes: 755_000 },
    { videoBitrate: 1_000_000, bytes: 855_000 },
  ];
  expect(nextBitrate(attempts, { bytesMax: 1_000_000, fillsLimit: true })).toBe(1_050_000);
});
