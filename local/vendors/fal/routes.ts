/** fal's routes (queue.fal.run, rest.fal.ai and the media host, all on one host), and the test-only routes under `/_`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CallLog } from '../kit/call-log.ts';
import { controlRoute, controlRoutes } from '../kit/control-routes.ts';
import { type Answer, type Call, jsonOf } from '../kit/http.ts';
import type { Handler, Refusals, Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { appOf, resultAnswer, statusAnswer, submitAnswer } from './answers.ts';
import { type FalScript, type Fault, type SlowAnswer, slowMsOf } from './faults.ts';
import { endpoints, parseInput } from './input.ts';
import type { MediaFiles } from './media-files.ts';
import type { Queue } from './queue.ts';
import type { RequestStore, VideoRequest } from './request-store.ts';
import type { SigningKeys } from './signing-keys.ts';

type Parts = {
  baseUrl: string;
  store: RequestStore;
  queue: Queue;
  media: MediaFiles;
  script: FalScript;
  keys: SigningKeys;
  log: CallLog;
  webhookOrigins: readonly string[] | undefined;
  /** Aborted by stop(), so that a slow response does not delay it. */
  stopping: AbortSignal;
};
const statusErrors = {
  429: { detail: 'Too many concurrent requests', error_type: 'concurrent_requests_limit' },
  500: { detail: 'Internal server error', error_type: 'internal_error' },
  502: { detail: 'The runner closed the connection before it had answered in full', error_type: 'runner_incomplete_response' },
  503: { detail: 'No runner could be scheduled', error_type: 'runner_scheduling_failure' },
  504: { detail: 'The request timed out', error_type: 'request_timeout' },
} as const;

export const falRefusals: Refusals = {
  keyless: ({ headers }) =>
    /^Key \S+$/.test(headers.authorization ?? '')
      ? undefined
      : { status: 401, json: { detail: 'Authentication is required to access this application.' } },
  unknown: (status) => ({ status, json: { detail: status === 405 ? 'Method Not Allowed' : 'Not Found' } }),
  tooLarge: () => ({ status: 413, json: { detail: 'Request entity too large' } }),
  failed: (error) => ({ status: 500, json: { detail: `Internal server error: ${error}`, error_type: 'internal_error' } }),
};

export const falRoutes = (parts: Parts): Route[] => [
  controlRoute('POST', /^\/_script\/release$/, () => ({ status: 200, json: { released: parts.queue.releaseHeld() } })),
  ...controlRoutes(parts),
  ...storageRoutes(parts),
  ...queueRoutes(parts),
];

function storageRoutes({ keys, media, store, baseUrl }: Parts): Route[] {
  const initiate = ({ body }: Call): Answer => {
    const contentType = (jsonOf(body) as { content_type?: unknown } | null | undefined)?.content_type;
    if (typeof contentType !== 'string') {
      return { status: 422, json: { detail: [{ loc: ['body', 'content_type'], msg: 'Field required', type: 'missing' }] } };
    }
    const name = media.expectUpload(contentType);
    return { status: 200, json: { upload_url: `${baseUrl}/storage/upload/${name}`, file_url: `${baseUrl}/files/${name}` } };
  };
  const file: Handler = ({ headers }, name = '') => {
    const gone = faultOf(store.get(name.replace(/\.mp4$/, ''))?.faults ?? [], 'result-gone');
    return gone ? { status: gone.status, json: { detail: gone.status === 410 ? 'Gone' : 'Not found' } } : media.serve(name, headers.range);
  };
  return [
    {
      name: 'jwks',
      method: 'GET',
      path: /^\/\.well-known\/jwks\.json$/,
      access: 'anyone',
      answer: () => ({ status: 200, json: keys.jwks }),
    },
    { name: 'file', method: 'GET', path: /^\/files\/([^/]+)$/, access: 'anyone', answer: file },
    { name: 'upload-initiate', method: 'POST', path: /^\/storage\/upload\/initiate$/, access: 'key', answer: initiate },
    {
      name: 'upload',
      method: 'PUT',
      path: /^\/storage\/upload\/([^/]+)$/,
      // The address itself is the permission, as with any presigned PUT.
      access: 'anyone',
      answer: ({ body }, name = '') => media.receive(name, body),
    },
  ];
}

function queueRoutes(parts: Parts): Route[] {
  const { store, queue, baseUrl, stopping } = parts;
  const known =
    (
      answer: (request: VideoRequest, call: Call) => Answer | Promise<Answer>,
      unknown: unknown = { detail: 'Request not found' },
    ): Handler =>
    (call, app, id = '') => {
      const request = store.get(id);
      return request && appOf(request.endpoint) === app ? answer(request, call) : { status: 404, json: unknown };
    };
  const result = known((request) => slowly(request.faults, 'result', withRequestId(request, resultAnswer(request, baseUrl)), stopping));
  const status = known((request, { query }) => {
    const answer = statusAnswer(request, queue.positionOf(request), baseUrl, query.get('logs') === '1');
    return slowly(request.faults, 'status', answer, stopping);
  });
  const cancel = known((request) => queue.cancel(request), { status: 'NOT_FOUND' });

  return [
    { name: 'result', method: 'GET', path: /^\/([^/]+\/[^/]+)\/requests\/([^/]+)(?:\/response)?$/, access: 'key', answer: result },
    { name: 'status', method: 'GET', path: /^\/([^/]+\/[^/]+)\/requests\/([^/]+)\/status$/, access: 'key', answer: status },
    { name: 'cancel', method: 'PUT', path: /^\/([^/]+\/[^/]+)\/requests\/([^/]+)\/cancel$/, access: 'key', answer: cancel },
    { name: 'submit', method: 'POST', path: /^\/([^_/.][^/]*(?:\/[^/]+)+)$/, access: 'key', answer: submitHandler(parts) },
  ];
}

function submitHandler({ store, queue, baseUrl, script, webhookOrigins, stopping }: Parts): Handler {
  /** The request whose id the next submit gets again. */
  const earlierOf = (faults: Fault[]): VideoRequest | undefined => {
    const duplicate = faultOf(faults, 'duplicate-request-id');
    return duplicate && store.inOrder().findLast(({ input }) => input.prompt.includes(duplicate.of ?? ''));
  };

  return async ({ query, body }, endpoint = '') => {
    if (!endpoints.has(endpoint)) return { status: 404, json: { detail: `Application ${endpoint} not found` } };
    const parsed = parseInput(jsonOf(body));
    if ('detail' in parsed) return { status: 422, json: parsed };
    const webhookUrl = query.get('fal_webhook') ?? undefined;
    if (webhookUrl !== undefined && !mayReceiveWebhooks(webhookUrl, webhookOrigins)) {
      const msg = 'This address cannot receive webhooks';
      return { status: 422, json: { detail: [{ loc: ['query', 'fal_webhook'], msg, type: 'url_parsing', input: webhookUrl }] } };
    }
    const faults = script.take(parsed.input.prompt);
    const refused = faultOf(faults, 'status');
    if (refused) {
      const error = statusErrors[refused.status];
      const headers = { 'x-fal-error-type': error.error_type };
      return slowly(faults, 'submit', { status: refused.status, json: refused.body ?? error, headers }, stopping);
    }
    const request = earlierOf(faults) ?? (await queue.submit({ endpoint, input: parsed.input, webhookUrl, faults }));
    return slowly(faults, 'submit', withRequestId(request, submitAnswer(request, queue.positionOf(request), baseUrl)), stopping);
  };
}

const withRequestId = (request: VideoRequest, answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'x-fal-request-id': request.id },
});

/** Returns the answer after a scripted delay, or immediately if the stand-in stops meanwhile. */
async function slowly(faults: Fault[], which: SlowAnswer, answer: Answer, stopping: AbortSignal): Promise<Answer> {
  const ms = slowMsOf(faults, which);
  if (ms > 0) await pause(ms, undefined, { signal: stopping }).catch(() => {});
  return answer;
}

function mayReceiveWebhooks(url: string, origins: readonly string[] | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && (origins?.includes(origin) ?? true);
}
