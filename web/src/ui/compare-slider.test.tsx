// @vitest-environment happy-dom
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import texts from '../../../locales/en/common.json' with { type: 'json' };
import { isHorizontalMove, shareAt } from './compare.ts';
import { CompareSlider } from './compare-slider.tsx';
import { renderWithTexts } from './render.test-support.tsx';

describe('the line', () => {
  test.each([
    [100, 0],
    [250, 50],
    [400, 100],
    [99, 0],
    [-1000, 0],
    [401, 100],
    [9000, 100],
  ])(
    'the line moves to the pointer: if the element is between 100 and 400 px, a pointer at %i px moves the line to %i %%',
    (clientX, share) => {
      expect(shareAt(clientX, { left: 100, width: 300 })).toBe(share);
    },
  );
  test('the line stays at 0 if the element has no width', () => {
    expect(shareAt(5, { left: 5, width: 0 })).toBe(0);
  });
});

test.each([
  ['nowhere', 0, 0, false],
  ['less than the minimum distance', 6, 0, false],
  ['sideways', 7, 0, true],
  ['to the left', -20, 5, true],
  ['mostly down', 20, 25, false],
  ['mostly up', -20, -21, false],
  ['equally down and across', 20, 20, false],
])('a finger moves the line only if the finger moves horizontally: %s', (_, right, down, isHorizontal) => {
  expect(isHorizontalMove({ clientX: 100, clientY: 100 }, { clientX: 100 + right, clientY: 100 + down })).toBe(isHorizontal);
});

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'en', ns: 'common', defaultNS: 'common', resources: { en: { common: texts } } }));

test('the comparison is a slider from 0 to 100 with a name, and both pictures have an alternative text', () => {
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <CompareSlider before={{ src: 'a.jpg', alt: 'as it was' }} after={{ src: 'b.png', alt: 'as it is' }} size={{ width: 4, height: 3 }} />
    </I18nextProvider>,
  );
  const [, id, name] = /<label for="([^"]+)"[^>]*>([^<]+)/.exec(markup) ?? [];
  expect(name).toBe('Compare before and after');
  expect(markup).toContain(`id="${id}" type="range" min="0" max="100"`);
  expect(markup).toContain('aria-valuetext="50% before"');
  expect(markup).toContain('value="50"');
  expect(markup).toContain('<img src="a.jpg" alt="as it was"');
  expect(markup).toContain('<img src="b.png" alt="as it is"');
  // The content security policy refuses style attributes in the HTML that the build prerenders.
  expect(markup).not.toContain('style=');
});

test('the frame has the ratio of the picture, and the line starts in the middle', () => {
  const { container } = renderWithTexts(
    <CompareSlider before={{ src: 'a.jpg', alt: '' }} after={{ src: 'b.png', alt: '' }} size={{ width: 3, height: 4 }} />,
  );
  const { style } = container.firstElementChild as HTMLElement;
  expect([style.getPropertyValue('--ratio'), style.getPropertyValue('--share')]).toEqual(['0.75', '50%']);
});
