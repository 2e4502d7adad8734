// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FittingText } from './fitting-text.tsx';
import { renderWithTexts } from './render.test-support.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  [62, '3'],
  [59.5, '3'],
  [41, '2'],
  [0, '1'],
])('a box with a height of %f px shows %s whole lines of 20 px', (height, lines) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #measure: () => void;
      constructor(measure: () => void) {
        this.#measure = measure;
      }
      observe() {
        this.#measure();
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(Math.round(height));
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ lineHeight: '20px' } as CSSStyleDeclaration);
  renderWithTexts(<FittingText>A slow push in</FittingText>);
  expect(screen.getByText('A slow push in').parentElement?.style.getPropertyValue('--lines')).toBe(lines);
});
