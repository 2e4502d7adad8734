import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Counters } from '#shared/batch/batch.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { RunStatus } from './run-status.tsx';

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'en', ns: ['common'], defaultNS: 'common', resources: { en: { common: texts } } }));

const none: Counters = { total: 0, completed: 0, processing: 0, queued: 0, failed: 0, cancelled: 0 };
const draw = (counters: Partial<Counters>) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <RunStatus kind="video" running hasRun uploading={undefined} counters={{ ...none, ...counters }} clock={null} />
    </I18nextProvider>,
  );
const widthOf = (html: string, part: string) => new RegExp(`data-part="${part}"[^>]*scaleX\\(([\\d.]+)\\)`).exec(html)?.[1];

test('failed videos are neither counted as ready nor shown as success', () => {
  const html = draw({ total: 5, failed: 4, processing: 1 });
  expect(html).toContain('0 of 5 videos ready');
  expect(html).toContain('4 failed');
  expect(html).toContain('aria-valuenow="0"');
  expect(widthOf(html, 'value')).toBe('0');
  expect(widthOf(html, 'failed')).toBe('0.8');
});

test('only ready videos are counted', () => {
  const html = draw({ total: 5, completed: 2, failed: 1, cancelled: 1, processing: 1 });
  expect(html).toContain('2 of 5 videos ready');
  expect(widthOf(html, 'value')).toBe('0.4');
  expect(widthOf(html, 'failed')).toBe('0.8');
});

test('a run without failures has no part for them', () => {
  expect(widthOf(draw({ total: 2, completed: 1, processing: 1 }), 'failed')).toBeUndefined();
});
