/** The texts for a failed call or a paused run (docs/spec.md 10.8). */
import { useTranslation } from 'react-i18next';
import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { ApiError, codeOf, type HttpResponse, type PageErrorCode } from '#web/lib/api.ts';
import type { Slot } from './check-picture.ts';

/** The error for a picture that could not be sent. */
export class UploadFailure extends Error {
  readonly slot: Slot;
  constructor(slot: Slot, cause: unknown) {
    super(`The ${slot} picture could not be sent`, { cause });
    this.slot = slot;
  }
}

export type Failure =
  | { kind: 'call' | 'analysis'; code: PageErrorCode; http?: string }
  | { kind: 'upload'; slot: Slot; code: PageErrorCode };

/** Error codes with a separate text for this page, because their general texts are about videos and batches. */
const codesWithOwnTexts = [
  'Unreachable',
  'Offline',
  'InternalError',
  'ActiveBatchLimit',
  'UploadNotFound',
  'Unauthorized',
  'Blocked',
] as const;

const reasons = {
  VendorRefused: 'refused',
  VendorRejectedInput: 'unusable',
  VendorBusy: 'busy',
  VendorTimeout: 'silent',
  VendorUnreachable: 'silent',
  VendorServerError: 'silent',
  VendorMalformedAnswer: 'malformed',
  ResultNotAsOrdered: 'not_as_ordered',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Ends a title with a full stop, because another sentence follows. */
const withFullStop = (text: string): string => (/[.。]$/.test(text) || !/\p{Script=Latin}/u.test(text) ? text : `${text}.`);

const isReason = (code: string): code is keyof typeof reasons => Object.hasOwn(reasons, code);

const httpBodyCharactersMax = 200;

/** Describes a response that contains no error code of our API. The text is the same in every language (docs/spec.md 10.7). */
const httpText = ({ status, body }: HttpResponse): string => {
  const text = [...body.replace(/\s+/g, ' ').trim()];
  return `HTTP ${status}: ${text.slice(0, httpBodyCharactersMax).join('')}${text.length > httpBodyCharactersMax ? '…' : ''}`;
};

export function failureOf(error: unknown, kind: 'call' | 'analysis'): Failure {
  if (error instanceof UploadFailure) return { kind: 'upload', slot: error.slot, code: codeOf(error.cause) };
  const code = codeOf(error);
  const { reason } = error instanceof ApiError ? error.details : {};
  const http = error instanceof ApiError && error.http ? httpText(error.http) : undefined;
  return { kind, code: code === 'AnalysisFailed' && isErrorCode(reason) ? reason : code, ...(http && { http }) };
}

export function useFailureText() {
  const { t } = useTranslation();
  const codeText = (code: PageErrorCode): string => {
    if (isReason(code)) return t(`pipeline.reason.${reasons[code]}`);
    const ownCode = codesWithOwnTexts.find((one) => one === code);
    return ownCode ? t(`pipeline.failure.${ownCode}`) : t(`errors.${code}`, { ...uploadLimits });
  };
  return {
    failureText: (failure: Failure): string => {
      if (failure.kind === 'upload') return `${t(`pipeline.upload_failed.${failure.slot}`)} ${codeText(failure.code)}`;
      if (failure.kind === 'analysis') return t('pipeline.analysis_failed', { reason: failure.http ?? codeText(failure.code) });
      return failure.http ? `${codeText(failure.code)} (${failure.http})` : codeText(failure.code);
    },
    /** Returns the state of a paused run in a few words. */
    pauseTitle: ({ code }: NonNullable<RunResponse['error']>): string =>
      code === 'InsufficientCredits' ? t('pipeline.step.out_of_credits') : t('pipeline.run_status.paused'),
    /** Returns the reason why a run is paused. */
    pauseText: ({ code }: NonNullable<RunResponse['error']>): string =>
      t('pipeline.paused.reason', { reason: code === 'InsufficientCredits' ? t('pipeline.paused.no_credits') : codeText(code) }),
    /** Returns a text about the step that has failed. */
    failedStep: ({ during }: NonNullable<RunResponse['error']>): string =>
      during ? `${withFullStop(t('pipeline.paused.failed'))} ${t(`pipeline.paused.${during}`)}` : t('pipeline.paused.failed'),
  };
}
