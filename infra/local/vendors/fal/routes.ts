/** fal's addresses (queue.fal.run, rest.fal.ai and the media host, all on one), and behind `/_` those that only tests know. */
import { appOf, resultAnswer, statusAnswer, submitAnswer } from './answers.ts';
import type { createCallLog } from './call-log.ts';
import { faultOf, type Script } from './faults.ts';
import { type Answer, type Call, jsonOf } from './http.ts';
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
  script: Script;
  keys: SigningKeys;
  log: ReturnType<typeof createCallLog>;
  webhookOrigins: readonly string[] | undefined;
};
type Handler = (call: Call, ...parts: string[]) => Answer | Promise<Answer>;
type Route = {
  name: string;
  method: string;
  path: RegExp;
  /** 'key': only with `Authorization: Key …`. */
  access: 'key' | 'anyone';
  answer: Handler;
};
export type MatchedRoute = { name: string; answer(call: Call): Answer | Promise<Answer> };

const statusErrors = {
  429: { detail: 'Too many concurrent requests', error_type: 'concurrent_requests_limit' },
  500: { detail: 'Internal server error', error_type: 'internal_error' },
  503: { detail: 'No runner could be scheduled', error_type: 'runner_scheduling_failure' },
} as const;

/** Finds what answers a call; what nothing answers gets 404, or 405 where only the method is wrong. */
export function createRouter(parts: Parts): (method: string, path: string) => MatchedRoute {
  const routes = [...controlRoutes(parts), ...storageRoutes(parts), ...queueRoutes(parts)];
  return (method, path) => {
    const candidates = routes.filter((route) => route.path.test(path));
    const route = candidates.find((candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method));
    if (!route) {
      const status = candidates.length > 0 ? 405 : 404;
      return { name: 'unknown', answer: () => ({ status, json: { detail: status === 405 ? 'Method Not Allowed' : 'Not Found' } }) };
    }
    const groups = route.path.exec(path)?.slice(1) ?? [];
    return {
      name: route.name,
      answer: (call) => {
        if (route.access === 'key' && !/^Key \S+$/.test(call.headers.authorization ?? '')) {
          return { status: 401, json: { detail: 'Authentication is required to access this application.' } };
        }
        return route.answer(call, ...groups);
      },
    };
  };
}

function controlRoutes({ script, queue, log }: Parts): Route[] {
  const addRule = ({ body }: Call): Answer => {
    const reason = script.add(jsonOf(body));
    return reason === undefined ? { status: 204 } : { status: 400, json: { detail: reason } };
  };
  const clear = (): Answer => {
    script.clear();
    return { status: 204 };
  };
  return [
    { name: 'control', method: 'POST', path: /^\/_script$/, access: 'anyone', answer: addRule },
    { name: 'control', method: 'DELETE', path: /^\/_script$/, access: 'anyone', answer: clear },
    {
      name: 'control',
      method: 'POST',
      path: /^\/_script\/release$/,
      access: 'anyone',
      answer: () => ({ status: 200, json: { released: queue.releaseHeld() } }),
    },
    { name: 'control', method: 'GET', path: /^\/_requests$/, access: 'anyone', answer: () => ({ status: 200, json: log.report() }) },
  ];
}

function storageRoutes({ keys, media, baseUrl }: Parts): Route[] {
  const initiate = ({ body }: Call): Answer => {
    const contentType = (jsonOf(body) as { content_type?: unknown } | null | undefined)?.content_type;
    if (typeof contentType !== 'string') {
      return { status: 422, json: { detail: [{ loc: ['body', 'content_type'], msg: 'Field required', type: 'missing' }] } };
    }
    const name = media.expectUpload(contentType);
    return { status: 200, json: { upload_url: `${baseUrl}/storage/upload/${name}`, file_url: `${baseUrl}/files/${name}` } };
  };
  return [
    {
      name: 'jwks',
      method: 'GET',
      path: /^\/\.well-known\/jwks\.json$/,
      access: 'anyone',
      answer: () => ({ status: 200, json: keys.jwks }),
    },
    {
      name: 'file',
      method: 'GET',
      path: /^\/files\/([^/]+)$/,
      access: 'anyone',
      answer: ({ headers }, name = '') => media.serve(name, headers.range),
    },
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

function queueRoutes({ store, queue, baseUrl, script, webhookOrigins }: Parts): Route[] {
  const known =
    (answer: (request: VideoRequest, call: Call) => Answer, unknown: unknown = { detail: 'Request not found' }): Handler =>
    (call, app, id = '') => {
      const request = store.get(id);
      return request && appOf(request.endpoint) === app ? answer(request, call) : { status: 404, json: unknown };
    };
  const withRequestId = (request: VideoRequest, answer: Answer): Answer => ({
    ...answer,
    headers: { ...answer.headers, 'x-fal-request-id': request.id },
  });
  const result = known((request) => withRequestId(request, resultAnswer(request, baseUrl)));
  const status = known((request, { query }) => statusAnswer(request, queue.positionOf(request), baseUrl, query.get('logs') === '1'));
  const cancel = known((request) => queue.cancel(request), { status: 'NOT_FOUND' });

  const submit: Handler = async ({ query, body }, endpoint = '') => {
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
      return { status: refused.status, json: refused.body ?? error, headers: { 'x-fal-error-type': error.error_type } };
    }
    const request = await queue.submit({ endpoint, input: parsed.input, webhookUrl, faults });
    return withRequestId(request, submitAnswer(request, queue.positionOf(request), baseUrl));
  };

  return [
    { name: 'result', method: 'GET', path: /^\/([^/]+\/[^/]+)\/requests\/([^/]+)(?:\/response)?$/, access: 'key', answer: result },
    { name: 'status', method: 'GET', path: /^\/([^/]+\/[^/]+)\/requests\/([^/]+)\/status$/, access: 'key', answer: status },
    { name: 'cancel', method: 'PUT', path: /^\/([^/]+\/[^/]+)\/requests\/([^/]+)\/cancel$/, access: 'key', answer: cancel },
    { name: 'submit', method: 'POST', path: /^\/([^_/.][^/]*(?:\/[^/]+)+)$/, access: 'key', answer: submit },
  ];
}

function mayReceiveWebhooks(url: string, origins: readonly string[] | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  return (protocol === 'http:' || protocol === 'https:') && (origins?.includes(origin) ?? true);
}
