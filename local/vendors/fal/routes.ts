/** fal's routes and the test-only routes under `/_`. One host serves the routes of queue.fal.run, rest.fal.ai and the media host. */
import * as z from 'zod';
import type { Call, VendorResponse } from '../kit/http.ts';
import type { Records } from '../kit/records.ts';
import { faultOf } from '../kit/script.ts';
import { controlRoute, type Route } from '../kit/server.ts';
import type { FalScript } from './faults.ts';
import { endpoints, parseInput } from './input.ts';
import type { Queue } from './queue.ts';
import { appOf, resultResponse, statusResponse, submitResponse, type VideoRequest } from './responses.ts';
import type { SigningKeys } from './signing-keys.ts';

type Parts = {
  baseUrl: string;
  requests: Records<VideoRequest>;
  queue: Queue;
  fileOf(id: string): string;
  script: FalScript;
  keys: SigningKeys;
  webhookOrigins: readonly string[] | undefined;
};

const errorTypes = {
  429: 'concurrent_requests_limit',
  500: 'internal_error',
  503: 'runner_scheduling_failure',
} as const;

export const falRoutes = (parts: Parts): Route[] => [
  controlRoute('POST', /^\/_script\/release$/, () => ({ status: 200, json: { released: parts.queue.sendDelayedWebhooks() } })),
  {
    name: 'jwks',
    method: 'GET',
    path: /^\/\.well-known\/jwks\.json$/,
    isPublic: true,
    respond: () => ({ status: 200, json: parts.keys.jwks }),
  },
  {
    name: 'file',
    method: 'GET',
    path: /^\/files\/([^/]+)$/,
    isPublic: true,
    respond(_, name = '') {
      const request = parts.requests.get(name.replace('.mp4', ''));
      if (request?.outcome?.status !== 'ok') return { status: 404, json: { detail: 'Not found' } };
      return { status: 200, headers: { 'content-type': 'video/mp4' }, file: parts.fileOf(request.id) };
    },
  },
  ...queueRoutes(parts),
  { name: 'submit', method: 'POST', path: /^\/([^_/.][^/]*(?:\/[^/]+)+)$/, respond: (call, endpoint) => submit(call, endpoint, parts) },
];

const withRequestId = (request: VideoRequest, response: VendorResponse): VendorResponse => ({
  ...response,
  headers: { ...response.headers, 'x-fal-request-id': request.id },
});

function queueRoutes({ requests, queue, baseUrl }: Parts): Route[] {
  const route = (
    [name, method, ending]: [string, string, string],
    respond: (request: VideoRequest) => VendorResponse,
    unknownBody: object = { detail: 'Request not found' },
  ): Route => ({
    name,
    method,
    path: new RegExp(`^/([^/]+/[^/]+)/requests/([^/]+)${ending}$`),
    respond(_, app, id = '') {
      const request = requests.get(id);
      return request && appOf(request.endpoint) === app ? respond(request) : { status: 404, json: unknownBody };
    },
  });
  return [
    route(['result', 'GET', '(?:/response)?'], (request) => withRequestId(request, resultResponse(request, baseUrl))),
    route(['status', 'GET', '/status'], (request) => statusResponse(request, baseUrl)),
    route(['cancel', 'PUT', '/cancel'], (request) => queue.cancel(request), { status: 'NOT_FOUND' }),
  ];
}

async function submit(
  { query, json }: Call,
  endpoint = '',
  { requests, queue, baseUrl, script, webhookOrigins }: Parts,
): Promise<VendorResponse> {
  if (!endpoints.includes(endpoint)) return { status: 404, json: { detail: `Application ${endpoint} not found` } };
  const parsed = parseInput(json);
  if ('detail' in parsed) return { status: 422, json: parsed };
  const webhookUrl = query.get('fal_webhook') ?? undefined;
  if (webhookUrl !== undefined && !mayReceiveWebhooks(webhookUrl, webhookOrigins)) {
    const msg = 'This URL cannot receive webhooks';
    return { status: 422, json: { detail: [{ loc: ['query', 'fal_webhook'], msg, type: 'url_parsing', input: webhookUrl }] } };
  }
  const faults = script.take(parsed.input.prompt);
  const statusFault = faultOf(faults, 'status');
  if (statusFault) {
    const type = errorTypes[statusFault.status];
    const json = { detail: `Scripted error ${statusFault.status}`, error_type: type };
    return { status: statusFault.status, json, headers: { 'x-fal-error-type': type } };
  }
  const duplicate = faultOf(faults, 'duplicate-request-id');
  const earlierRequest = duplicate && requests.all().findLast(({ input }) => input.prompt.includes(duplicate.of ?? ''));
  const request = earlierRequest ?? (await queue.submit({ endpoint, input: parsed.input, webhookUrl, faults }));
  return withRequestId(request, submitResponse(request, baseUrl));
}

function mayReceiveWebhooks(url: string, origins: readonly string[] | undefined): boolean {
  const parsed = z.url({ protocol: /^https?$/ }).safeParse(url);
  return parsed.success && (origins?.includes(new URL(url).origin) ?? true);
}
