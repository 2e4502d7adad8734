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

function FailureText({ failure, pause }: { failure?: Failure; pause?: NonNullable<RunResponse['error']> }) {
  const { failureText, pauseText, failedStep } = useFailureText();
  return <>{failure ? failureText(failure) : pause && `${pauseText(pause)} ${failedStep(pause)}`}</>;
}
const textOf = (props: Parameters<typeof FailureText>[0]) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <FailureText {...props} />
    </I18nextProvider>,
  );

test('a failed analysis shows HTTP {status}: {body} if the response contains no error code of our API', () => {
  const failure = failureOf(errorOf(500, undefined, 'upstream\n failed'), 'analysis');
  expect(textOf({ failure })).toBe('Analysis failed: HTTP 500: upstream failed');
});

test('the body of a long response is truncated', () => {
  const text = textOf({ failure: failureOf(errorOf(500, undefined, 'x'.repeat(5_000)), 'analysis') });
  expect(text.length).toBeLessThan(300);
});

test('a failed analysis shows the reason if the response contains an error code of our API', () => {
  const failure = failureOf(new ApiError('AnalysisFailed', { reason: 'VendorRefused' }), 'analysis');
  expect(textOf({ failure })).toBe('Analysis failed: The service refused these images because of its content policy.');
});

test('a paused run shows the reason and the failed step', () => {
  const text = textOf({ pause: { code: 'VendorBusy', message: '', during: 'evaluation' } });
  expect(text).toBe('Paused: The service is very busy. Try again in a few minutes. Image transformation failed. Image evaluation failed.');
});

test('a run that waits for credits shows the reason', () => {
  expect(textOf({ pause: { code: 'InsufficientCredits', message: '' } })).toContain('Paused: Not enough credits for the next image.');
});
