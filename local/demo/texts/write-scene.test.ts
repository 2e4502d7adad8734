import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { instructionFor } from '#shared/ai-write/instruction.ts';
import { moveAskedFor } from '../clips/camera-words.ts';
import { phrases } from './phrases.ts';
import { writeScene } from './write-scene.ts';

/** The available languages (docs/spec.md 19.1). */
const languages = 'en id ms de es fil fr it pl pt vi tr ru th ja zh-Hans ko zh-Hant-TW'.split(' ');
const wish = { aspectRatio: '9:16', duration: 8, generateAudio: false, language: 'en' };

/** A plain picture with stripes on one side. */
async function picture(width: number, height: number, background: string, stripesAt: 'left' | 'right' = 'right'): Promise<Buffer> {
  const stripes = `<svg width="${width / 2}" height="${height}">${Array.from({ length: 8 }, (_, n) => `<rect x="${(n * width) / 16}" width="${width / 32}" height="${height}" fill="#a0a0a0"/>`).join('')}</svg>`;
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: Buffer.from(stripes), left: stripesAt === 'left' ? 0 : width / 2, top: 0 }])
    .jpeg()
    .toBuffer();
}

describe('the text', () => {
  test('depends on the shape of the picture, its light, and the side with more detail', async () => {
    const { English: words } = phrases as Required<typeof phrases>;
    const written = async (...given: Parameters<typeof picture>) => writeScene(await picture(...given), instructionFor(wish));
    expect(await written(640, 320, '#c08040')).toBe(`${words?.['glide-right']} ${words?.warm}`);
    expect(await written(640, 320, '#80a0e0', 'left')).toBe(`${words?.['glide-left']} ${words?.cool}`);
    expect(await written(320, 640, '#c08040')).toBe(`${words?.rise} ${words?.warm}`);
    expect(await written(320, 320, '#101010')).toBe(`${words?.['push-in']} ${words?.dark}`);
  });

  test('is the same for the same picture, and mentions sound only if there is some', async () => {
    const photo = await picture(320, 320, '#c08040');
    const silent = await writeScene(photo, instructionFor(wish));
    expect(await writeScene(photo, instructionFor(wish))).toBe(silent);
    expect(await writeScene(photo, instructionFor({ ...wish, generateAudio: true }))).toBe(`${silent} ${phrases.English?.sound}`);
  });

  test.each(languages)('is in the language that the instruction names: %s', async (language) => {
    const photo = await picture(320, 320, '#c08040');
    const written = await writeScene(photo, instructionFor({ ...wish, language }));
    const expected = Object.values(phrases).filter((words) => written === `${words['push-in']} ${words.warm}`);
    expect(expected).toHaveLength(1);
    expect(expected[0] === phrases.English).toBe(language === 'en');
  });

  test('asks for moves that the demo engine supports', () => {
    const moves = { 'push-in': 'push-in', 'glide-left': 'pan-left', 'glide-right': 'pan-right', rise: 'pan-up' } as const;
    for (const [move, made] of Object.entries(moves)) expect(moveAskedFor(phrases.English?.[move as 'rise'] ?? '')).toBe(made);
  });

  test('is not written for a file that is not a picture', async () => {
    await expect(writeScene(Buffer.from('no picture'), instructionFor(wish))).rejects.toThrow();
  });
});
