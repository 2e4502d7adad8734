import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, test } from 'vitest';
import texts from '../../../locales/en/common.json' with { type: 'json' };
import { Meter } from './meter.tsx';

const i18n = createInstance();
void i18n.init({ lng: 'en', ns: 'common', defaultNS: 'common', resources: { en: { common: texts } }, initAsync: false });

const markupOf = (counts: { done: number; failed?: number; running?: number; total: number }) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Meter label="Progress of all videos" {...counts} />
    </I18nextProvider>,
  );

/** Returns the number of elements of each state. */
const partsOf = (markup: string) => {
  const states = [...markup.matchAll(/data-part="(\w+)"/g)].map(([, state]) => state);
  return Object.fromEntries(['done', 'failed', 'running', 'rest'].map((state) => [state, states.filter((one) => one === state).length]));
};

describe('a meter', () => {
  test.each([
    [
      { done: 10, failed: 2, running: 5, total: 24 },
      { done: 10, failed: 2, running: 5, rest: 7 },
    ],
    [
      { done: 0, total: 3 },
      { done: 0, failed: 0, running: 0, rest: 3 },
    ],
    [
      { done: 60, total: 60 },
      { done: 60, failed: 0, running: 0, rest: 0 },
    ],
  ])('a meter has one tick per item for %o', (counts, ticks) => {
    expect(partsOf(markupOf(counts))).toEqual(ticks);
  });

  test('a meter has one bar per state instead of ticks if there are more than 60 items', () => {
    const markup = markupOf({ done: 50, failed: 6, running: 8, total: 100 });
    expect(partsOf(markup)).toEqual({ done: 1, failed: 1, running: 1, rest: 1 });
    expect([...markup.matchAll(/flex-grow:(\d+)/g)].map(([, share]) => share)).toEqual(['50', '6', '8', '36']);
  });

  test('a meter counts only delivered items as progress, and its text contains all states', () => {
    const markup = markupOf({ done: 10, failed: 2, running: 5, total: 24 });
    expect(markup).toContain(
      'role="progressbar" aria-label="Progress of all videos" aria-valuemin="0" aria-valuemax="24" aria-valuenow="10"',
    );
    expect(markup).toContain('aria-valuetext="10 of 24 ready, 2 failed, 5 in progress"');
  });
});
