/** A request as fal reports it: on submit, as status, as result and in the webhook. */

import type { Answer } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import type { InputDetail } from './input.ts';
import { type ModelErrorDetail, statusOfModelError } from './model-error.ts';
import type { Outcome, VideoRequest } from './request-store.ts';

/** The addresses of a request contain only owner and app, not the rest of the endpoint's path. */
export const appOf = (endpoint: string): string => endpoint.split('/').slice(0, 2).join('/');

export function submitAnswer(request: VideoRequest, queuePosition: number, baseUrl: string): Answer {
  return { status: 200, json: { status: 'IN_QUEUE', ...addresses(request, baseUrl), queue_position: queuePosition } };
}

/** 202 until the request has ended. A failure has no separate state: it is COMPLETED with `error`. */
export function statusAnswer(request: VideoRequest, queuePosition: number, baseUrl: string, withLogs: boolean): Answer {
  const shared = addresses(request, baseUrl);
  const logs = withLogs ? request.logs : [];
  if (request.state === 'queued') return { status: 202, json: { status: 'IN_QUEUE', ...shared, queue_position: queuePosition } };
  if (request.state === 'running') return { status: 202, json: { status: 'IN_PROGRESS', ...shared, logs } };
  const { outcome, startedAt, completedAt } = request;
  const seconds = startedAt && completedAt ? (Date.parse(completedAt) - Date.parse(startedAt)) / 1000 : 0;
  const failure = outcome?.status === 'failed' && { error: outcome.error, error_type: outcome.errorType };
  return { status: 200, json: { status: 'COMPLETED', ...shared, logs, metrics: { inference_time: seconds }, ...failure } };
}

export function resultAnswer(request: VideoRequest, baseUrl: string): Answer {
  const { outcome } = request;
  if (!outcome) return { status: 400, json: { detail: 'Request is still in progress' } };
  if (outcome.status === 'ok') {
    const json = payloadOf(request, outcome, baseUrl);
    return { status: 200, ...(isCutShort(request) ? { brokenJson: cutShort(json) } : { json }) };
  }
  const requestError = outcome.body.error_type;
  return { status: outcome.httpStatus, json: outcome.body, ...(requestError && { headers: { 'x-fal-error-type': requestError } }) };
}

export function webhookBody(request: VideoRequest, baseUrl: string): string {
  const { id, outcome, faults } = request;
  const ids = { request_id: id, gateway_request_id: id };
  if (outcome?.status === 'ok') {
    const unserialisable = faultOf(faults, 'malformed')?.as === 'unserialisable';
    const body = { ...ids, status: 'OK', payload: unserialisable ? null : payloadOf(request, outcome, baseUrl) };
    if (isCutShort(request)) return cutShort(body);
    return JSON.stringify({ ...body, ...(unserialisable && { payload_error: 'The payload could not be serialised' }) });
  }
  return JSON.stringify({ ...ids, status: 'ERROR', error: `Invalid status code: ${outcome?.httpStatus}`, payload: outcome?.body ?? null });
}

/** A model failure with one detail. */
export function modelFailure(detail: ModelErrorDetail & { input?: InputDetail['input'] }): Outcome {
  return {
    status: 'failed',
    httpStatus: statusOfModelError(detail),
    body: { detail: [detail] },
    error: detail.msg,
    errorType: detail.type,
  };
}

const cancelledMessage = 'The request was cancelled';
export const cancelledOutcome: Outcome = {
  status: 'failed',
  httpStatus: 499,
  body: { detail: cancelledMessage, error_type: 'client_cancelled' },
  error: cancelledMessage,
  errorType: 'client_cancelled',
};

function addresses({ id, endpoint }: VideoRequest, baseUrl: string) {
  const response = `${baseUrl}/${appOf(endpoint)}/requests/${id}`;
  return { request_id: id, response_url: response, status_url: `${response}/status`, cancel_url: `${response}/cancel` };
}

function payloadOf({ faults }: VideoRequest, { fileName, fileSize }: Extract<Outcome, { status: 'ok' }>, baseUrl: string) {
  if (faultOf(faults, 'malformed')?.as === 'no-video') return {};
  return { video: { url: `${baseUrl}/files/${fileName}`, content_type: 'video/mp4', file_name: fileName, file_size: fileSize } };
}

const isCutShort = ({ faults }: VideoRequest): boolean => faultOf(faults, 'malformed')?.as === 'not-json';

function cutShort(json: unknown): string {
  const text = JSON.stringify(json);
  return text.slice(0, text.length / 2);
}
