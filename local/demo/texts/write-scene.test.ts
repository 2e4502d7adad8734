import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { instructionFor } from '#shared/ai-write/instruction.ts';
import { requestedMove } from '../clips/camera-moves.ts';
import scenes from './scenes.json' with { type: 'json' };
import { writeScene } from './write-scene.ts';

/** The available languages (docs/spec.md 19.1). */
const languages = 'en id ms de es fil fr it pl pt vi tr ru th ja zh-Hans ko zh-Hant-TW'.split(' ');
const options = { kind: 'video', aspectRatio: '9:16', duration: 8, generateAudio: false, language: 'en' } as const;
const photo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#c08040' } })
  .jpeg()
  .toBuffer();

describe('the text', () => {
  test('the text is the same for the same picture, and mentions sound only if the video has sound', async () => {
    const textWithoutSound = await writeScene(photo, instructionFor(options));
    expect(textWithoutSound).toBe(scenes.English.scene);
    expect(await writeScene(photo, instructionFor(options))).toBe(textWithoutSound);
    expect(await writeScene(photo, instructionFor({ ...options, generateAudio: true }))).toBe(
      `${textWithoutSound} ${scenes.English.sound}`,
    );
  });

  test.each(languages)('the text is in the language that the instruction names (%s)', async (language) => {
    const text = await writeScene(photo, instructionFor({ ...options, language }));
    const expected = Object.values(scenes).filter(({ scene }) => scene === text);
    expect(expected).toHaveLength(1);
    expect(expected[0] === scenes.English).toBe(language === 'en');
  });

  test('the text for an image is about a background', async () => {
    expect(await writeScene(photo, instructionFor({ ...options, kind: 'image' }))).toBe(scenes.English.image);
  });

  test('the text asks for a move that the demo engine supports', () => {
    expect(requestedMove(scenes.English.scene)).toBe('push-in');
  });

  test('the text is undefined for a file that is not a picture', async () => {
    await expect(writeScene(Buffer.from('no picture'), instructionFor(options))).rejects.toThrow();
  });
});
