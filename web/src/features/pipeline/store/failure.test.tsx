import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { ApiError, errorOf } from '#web/lib/api.ts';
import texts from '../../../../../locales/en/common.json' with { type: 'json' };
import { type Failure, failureOf, useFailureText } from './failure.ts';

const i18n = createInstance();
beforeAll(() =>
  i18n.init({
    lng: 'en',
    ns: ['common'],
    defaultNS: 'common',
    resources: { en: { common: texts } },
    interpolation: { escapeValue: false },
  }),
);

function Shown({ failure, pause }: { failure?: Failure; pause?: NonNullable<RunResponse['error']> }) {
  const { ofFailure, ofPause } = useFailureText();
  return <>{failure ? ofFailure(failure) : pause && ofPause(pause)}</>;
}
const shown = (props: Parameters<typeof Shown>[0]) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Shown {...props} />
    </I18nextProvider>,
  );

test('an analysis without a code of ours shows HTTP {status}: {body}', () => {
  const failure = failureOf(errorOf(500, undefined, 'upstream\n failed'), 'analysis');
  expect(shown({ failure })).toBe('Analysis failed: HTTP 500: upstream failed');
});

test('a long body is truncated', () => {
  const text = shown({ failure: failureOf(errorOf(500, undefined, 'x'.repeat(5_000)), 'analysis') });
  expect(text.length).toBeLessThan(300);
});

test('an analysis with a code of ours shows the reason', () => {
  const failure = failureOf(new ApiError('AnalysisFailed', { reason: 'VendorRefused' }), 'analysis');
  expect(shown({ failure })).toBe('Analysis failed: The service refused these images because of its content policy.');
});

test('a paused run shows the failed step and the reason', () => {
  const text = shown({ pause: { code: 'VendorBusy', message: '', during: 'evaluation' } });
  expect(text).toBe('Image transformation failed. Image evaluation failed. The service is very busy. Try again in a few minutes.');
});

test('a run without credits is not called a failure', () => {
  expect(shown({ pause: { code: 'InsufficientCredits', message: '' } })).not.toContain('failed');
});
