import { expect, test } from 'vitest';
import { type Card, defaultSettings } from './cards.ts';
import { type FrameNote, frameNote, planOf } from './frame-note.ts';

const card = (width: number, height: number, settings: Partial<Card> = {}): Card => ({
  ...defaultSettings,
  id: 'a',
  model: 'veo3',
  photo: { id: 'p', title: 'Shoe.jpg', src: 'blob:p', width, height, fileSize: 1 },
  ...settings,
});

const addedArea = (percent: number, direction: 'vertical' | 'horizontal', fill: 'painted' | 'soft_edge' = 'painted') => ({
  percent,
  direction,
  fill,
});
const cropOf = (percent: number, native: '9:16' | '16:9' = '9:16') => ({ percent, native });

test.each<[string, Card, FrameNote]>([
  ['a portrait photo in a frame of the same ratio', card(1080, 1920), { added: undefined, smallPhotoPercent: undefined, crop: undefined }],
  ['a photo of 3:4 in 9:16', card(900, 1200), { added: addedArea(25, 'vertical'), smallPhotoPercent: undefined, crop: undefined }],
  [
    'a portrait photo in 16:9',
    card(900, 1600, { aspectRatio: '16:9' }),
    { added: addedArea(68, 'horizontal'), smallPhotoPercent: undefined, crop: undefined },
  ],
  [
    'a square photo in a square frame',
    card(800, 800, { aspectRatio: '1:1' }),
    { added: undefined, smallPhotoPercent: undefined, crop: cropOf(44) },
  ],
  [
    'a landscape photo in a square frame',
    card(1200, 900, { aspectRatio: '1:1' }),
    { added: addedArea(25, 'vertical'), smallPhotoPercent: undefined, crop: cropOf(44) },
  ],
  [
    'a wide frame',
    card(1600, 900, { aspectRatio: '7:3' }),
    { added: addedArea(24, 'horizontal'), smallPhotoPercent: undefined, crop: cropOf(24, '16:9') },
  ],
  ['a strip of 128:1 in 9:16', card(8192, 64), { added: addedArea(99, 'vertical', 'soft_edge'), smallPhotoPercent: 1, crop: undefined }],
  ['a strip of 4:1 in 9:16', card(2000, 500), { added: addedArea(86, 'vertical', 'soft_edge'), smallPhotoPercent: 14, crop: undefined }],
  [
    'a photo that is too wide for outpainting',
    card(3000, 1000),
    { added: addedArea(81, 'vertical', 'soft_edge'), smallPhotoPercent: undefined, crop: undefined },
  ],
])('the note about the frame is correct for %s', (_name, testedCard, note) => {
  const plan = planOf(testedCard);
  expect(plan && frameNote(plan)).toEqual(note);
});

test.each([
  ['without a photo', { photo: undefined } as unknown as Partial<Card>],
  ['with a photo of unknown size', { photo: { id: 'p', title: '', src: '', width: 0, height: 0, fileSize: 0 } }],
  ['with a ratio that its model does not offer', { model: 'veo3-fast', aspectRatio: '1:1' } as const],
])('a card %s has no frame plan', (_name, settings) => {
  expect(planOf(card(800, 800, settings))).toBeUndefined();
});
