import { beforeEach, expect, test, vi } from 'vitest';
import type { Probe } from '#shared/marketplaces/probe.ts';

const callApi = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/api.ts', () => ({ callApi }));

const { findResult, wordsIn } = await import('./find-result.ts');

const clip: Probe = { kind: 'video', width: 1080, height: 1920, bytes: 16_000_000, seconds: 8 };
const resultWith = (probe: object) => ({ results: [{ video_url: 'https://media.example/clip.mp4', probe: { ...clip, ...probe } }] });

beforeEach(() => {
  callApi.mockReset();
});

test.each([
  ['video_red-shoe_2026-11-21T08-09-10.mp4', 'red shoe'],
  ['video_red-shoe_2026-11-21T08-09-10 (2).mp4', 'red shoe'],
  ['image_赤い靴_2026-11-21T08-09-10.jpg', '赤い靴'],
  ['holiday.mp4', undefined],
])('the file name %s contains the words %s', (name, words) => expect(wordsIn(name)).toBe(words));

test('a file with the same size is found by its name', async () => {
  callApi.mockResolvedValue({ items: [resultWith({ bytes: 1 }), resultWith({})] });
  expect(await findResult('video_red-shoe_2026-11-21T08-09-10.mp4', clip)).toBe('https://media.example/clip.mp4');
  expect(callApi.mock.calls[0]).toMatchObject(['listHistory', { parameters: { kind: 'video' }, query: { search: 'red shoe' } }]);
});

test.each([
  ['another number of bytes', { bytes: 16_000_001 }],
  ['another width', { width: 720 }],
  ['another kind', { kind: 'image' }],
])('a result with %s is not the file', async (_, difference) => {
  callApi.mockResolvedValue({ items: [resultWith(difference)] });
  expect(await findResult('holiday.mp4', clip)).toBeUndefined();
});

test('a result without measured properties is not the file', async () => {
  callApi.mockResolvedValue({ items: [{ results: [{ video_url: 'https://media.example/clip.mp4' }] }] });
  expect(await findResult('holiday.mp4', clip)).toBeUndefined();
});
