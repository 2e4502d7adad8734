/** Builds fal's responses to the calls submit, status and result, and the body of the webhook. */
import type { VendorResponse } from '../kit/http.ts';
import type { StoredRecord } from '../kit/records.ts';
import type { Fault } from './faults.ts';
import type { VideoInput } from './input.ts';

export type Outcome =
  | { status: 'ok'; fileSize: number }
  /** The result call responds with `httpStatus` and `body`. */
  | { status: 'failed'; httpStatus: number; body: { detail: unknown; error_type?: string }; error: string; errorType: string };

export type VideoRequest = StoredRecord & {
  endpoint: string;
  input: VideoInput;
  seed: number;
  webhookUrl?: string | undefined;
  faults: Fault[];
  state: 'queued' | 'running' | 'completed' | 'cancelled';
  submittedAt: string;
  startedAt?: string;
  completedAt?: string;
  outcome?: Outcome;
  /** A `delayed` webhook is not sent until `POST /_script/release`. */
  webhook: 'none' | 'due' | 'delayed' | 'delivered' | 'given-up';
};

/** The HTTP status for each type of model failure. fal has more types than this list. */
const statusOfType = {
  content_policy_violation: 422,
  file_download_error: 422,
  file_too_large: 422,
  image_load_error: 422,
  unsupported_image_format: 422,
  no_media_generated: 422,
  downstream_service_error: 400,
  downstream_service_unavailable: 500,
  internal_server_error: 500,
  generation_timeout: 504,
} as const;
export type ModelErrorType = keyof typeof statusOfType;

/** A failure of the model. `field` is the input field that caused the failure. */
export function modelFailure(type: ModelErrorType, msg: string, field?: keyof VideoInput, input?: VideoInput): Outcome {
  const loc = field ? ['body', field] : ['body'];
  const detail = { loc, msg, type, url: `https://docs.fal.ai/errors#${type}`, ...(input && { input }) };
  return { status: 'failed', httpStatus: statusOfType[type], body: { detail: [detail] }, error: msg, errorType: type };
}

export function cancelledOutcome(): Outcome {
  const [error, errorType] = ['The request was cancelled', 'client_cancelled'];
  return { status: 'failed', httpStatus: 499, body: { detail: error, error_type: errorType }, error, errorType };
}

/** Returns the first two parts of an endpoint's path (owner and app). The URLs of a request contain only these two parts. */
export const appOf = (endpoint: string): string => endpoint.split('/').slice(0, 2).join('/');

export const submitResponse = (request: VideoRequest, baseUrl: string): VendorResponse => ({
  status: 200,
  json: { status: 'IN_QUEUE', ...urlsOf(request, baseUrl) },
});

/** The HTTP status is 202 until the request has ended. A failed request also has the status COMPLETED, but with the field `error`. */
export function statusResponse(request: VideoRequest, baseUrl: string): VendorResponse {
  const { state, outcome, submittedAt, startedAt = submittedAt, completedAt = startedAt } = request;
  const urlFields = urlsOf(request, baseUrl);
  if (state === 'queued') return { status: 202, json: { status: 'IN_QUEUE', ...urlFields } };
  if (state === 'running') return { status: 202, json: { status: 'IN_PROGRESS', ...urlFields } };
  const seconds = (Date.parse(completedAt) - Date.parse(startedAt)) / 1000;
  const failure = outcome?.status === 'failed' && { error: outcome.error, error_type: outcome.errorType };
  return { status: 200, json: { status: 'COMPLETED', ...urlFields, metrics: { inference_time: seconds }, ...failure } };
}

export function resultResponse(request: VideoRequest, baseUrl: string): VendorResponse {
  const { outcome } = request;
  if (!outcome) return { status: 400, json: { detail: 'Request is still in progress' } };
  if (outcome.status === 'failed') {
    const { httpStatus: status, body } = outcome;
    return { status, json: body, ...(body.error_type && { headers: { 'x-fal-error-type': body.error_type } }) };
  }
  return { status: 200, json: payloadOf(request, outcome, baseUrl) };
}

export function webhookBody(request: VideoRequest, baseUrl: string): string {
  const { id, outcome } = request;
  const report =
    outcome?.status === 'ok'
      ? { status: 'OK', payload: payloadOf(request, outcome, baseUrl) }
      : { status: 'ERROR', error: `Invalid status code: ${outcome?.httpStatus}`, payload: outcome?.body ?? null };
  return JSON.stringify({ request_id: id, gateway_request_id: id, ...report });
}

function urlsOf({ id, endpoint }: VideoRequest, baseUrl: string) {
  const response = `${baseUrl}/${appOf(endpoint)}/requests/${id}`;
  return { request_id: id, response_url: response, status_url: `${response}/status`, cancel_url: `${response}/cancel` };
}

function payloadOf({ id }: VideoRequest, { fileSize }: { fileSize: number }, baseUrl: string) {
  const name = `${id}.mp4`;
  return { video: { url: `${baseUrl}/files/${name}`, content_type: 'video/mp4', file_name: name, file_size: fileSize } };
}
