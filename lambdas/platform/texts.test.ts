import { expect, test } from 'vitest';
import { textsIn } from './texts.ts';

test.each([
  ['en', 1, 'Your batch of 1 image is done.'],
  ['en', 0, 'Your batch of 0 images is done.'],
  ['en', 100, 'Your batch of 100 images is done.'],
  ['ru', 1, '1 изображения '],
  ['ru', 3, '3 изображений '],
  ['ru', 5, '5 изображений '],
  ['ru', 21, '21 изображения '],
  ['pl', 1, '1 obraz)'],
  ['pl', 22, '22 obrazy)'],
  ['pl', 25, '25 obrazów)'],
  ['fr', 0, '0 image '],
  ['fr', 2, '2 images '],
  ['ja', 1, '画像1枚'],
  ['ja', 7, '画像7枚'],
  ['xx', 2, 'Your batch of 2 images'],
])('in %s, a count of %i selects the correct plural form', (language, count, text) => {
  expect(textsIn(language).t('mail.done.intro.image', { count })).toContain(text);
});

test('a text without a count has no plural form', () => {
  expect(textsIn('de').t('mail.done.subject.video', { completed: '2', total: '3' })).toBe('Ihre Videos: 2 von 3 fertig');
});

test('a missing text becomes its key, and a missing value becomes an empty text', () => {
  expect(textsIn('en').t('mail.nothing', { count: 1 })).toBe('mail.nothing');
  expect(textsIn('en').t('mail.welcome.greeting', { other: 'Ada' })).toBe('Hi ,');
});
