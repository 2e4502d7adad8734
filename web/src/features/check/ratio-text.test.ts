import { expect, test } from 'vitest';
import { ratioText } from './ratio-text.ts';

test.each([
  [1080 / 1920, 'en', '9:16 (0.56)'],
  [1080 / 1918, 'en', '9:16 (0.56)'],
  [1, 'de', '1:1 (1,00)'],
  [864 / 1080, 'en', '4:5 (0.80)'],
  [800 / 533, 'en', '3:2 (1.50)'],
  [0.62, 'en', '0.62'],
])('a ratio of %d has its usual name and its value: %s', (ratio, language, text) => expect(ratioText(ratio, language)).toBe(text));
