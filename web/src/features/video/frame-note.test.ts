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

const added = (percent: number, where: 'vertical' | 'horizontal', by: 'painted' | 'soft_edge' = 'painted') => ({ percent, where, by });
const cut = (percent: number, native: '9:16' | '16:9' = '9:16') => ({ percent, native });

test.each<[string, Card, FrameNote]>([
  ['a portrait photo in a frame of the same ratio', card(1080, 1920), { added: undefined, sliver: undefined, cut: undefined }],
  ['a photo of 3:4 in 9:16', card(900, 1200), { added: added(25, 'vertical'), sliver: undefined, cut: undefined }],
  [
    'a portrait photo in 16:9',
    card(900, 1600, { aspectRatio: '16:9' }),
    { added: added(68, 'horizontal'), sliver: undefined, cut: undefined },
  ],
  ['a square photo in a square frame', card(800, 800, { aspectRatio: '1:1' }), { added: undefined, sliver: undefined, cut: cut(44) }],
  [
    'a landscape photo in a square frame',
    card(1200, 900, { aspectRatio: '1:1' }),
    { added: added(25, 'vertical'), sliver: undefined, cut: cut(44) },
  ],
  ['a wide frame', card(1600, 900, { aspectRatio: '7:3' }), { added: added(24, 'horizontal'), sliver: undefined, cut: cut(24, '16:9') }],
  ['a strip of 128:1 in 9:16', card(8192, 64), { added: added(99, 'vertical', 'soft_edge'), sliver: 1, cut: undefined }],
  ['a strip of 4:1 in 9:16', card(2000, 500), { added: added(86, 'vertical', 'soft_edge'), sliver: 14, cut: undefined }],
  [
    'a photo that is too long for outpainting',
    card(3000, 1000),
    { added: added(81, 'vertical', 'soft_edge'), sliver: undefined, cut: undefined },
  ],
])('the note is correct for %s', (_name, made, note) => {
  const plan = planOf(made);
  expect(plan && frameNote(plan)).toEqual(note);
});

test.each([
  ['without a photo', { photo: undefined } as unknown as Partial<Card>],
  ['with a photo of unknown size', { photo: { id: 'p', title: '', src: '', width: 0, height: 0, fileSize: 0 } }],
  ['with a ratio that its model does not offer', { model: 'veo3-fast', aspectRatio: '1:1' } as const],
])('a card %s has no plan', (_name, settings) => {
  expect(planOf(card(800, 800, settings))).toBeUndefined();
});
