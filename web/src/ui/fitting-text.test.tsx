// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
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
])('a box with a height of %f px shows %s whole lines of 20 px', async (height, lines) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      #measure: ResizeObserverCallback;
      constructor(measure: ResizeObserverCallback) {
        this.#measure = measure;
      }
      observe(target: Element) {
        const entry = { target, contentRect: { height } } as unknown as ResizeObserverEntry;
        this.#measure([entry], this as unknown as ResizeObserver);
      }
      unobserve() {}
    },
  );
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({ lineHeight: '20px' } as CSSStyleDeclaration);
  // The observer is created once, so each case needs a new module.
  vi.resetModules();
  const { FittingText } = await import('./fitting-text.tsx');
  renderWithTexts(<FittingText>A slow push in</FittingText>);
  expect(screen.getByText('A slow push in').parentElement?.style.getPropertyValue('--lines')).toBe(lines);
});
