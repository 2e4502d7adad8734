/** Runs the deployed source of a CloudFront Function, isolated from this process. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import vm from 'node:vm';
import { rawPathOf, rawQueryOf, remoteAddressOf } from './request.ts';

type Values = Record<string, { value: string; multiValue?: { value: string }[] }>;

export type ViewerRequest = { method: string; uri: string; querystring: Values; headers: Values; cookies: Values };

export type ViewerResponse = {
  statusCode: number;
  statusDescription?: string;
  headers?: Values;
  body?: string | { encoding: 'text' | 'base64'; data: string };
};

export type ViewerRequestFunction = (event: unknown) => ViewerRequest | ViewerResponse;

/**
 * CloudFront allows about 1 ms of CPU time. This limit is longer, because it measures the elapsed time, and a busy machine may pause a
 * thread for a long time.
 */
const TIME_LIMIT_MS = 2_000;

/** All objects of a context are frozen, except this one. It contains the JSON text of the event, and later the JSON text of the outcome. */
const EXCHANGE_SOURCE = 'exchange = {}';

/** Freezes every object of a context, so that a call cannot change the result of a later call. */
const FREEZE_SOURCE = `(function () {
  var seen = new Set([exchange]);
  (function freeze(value) {
    if (Object(value) !== value || seen.has(value)) return;
    seen.add(value);
    freeze(Reflect.getPrototypeOf(value));
    Reflect.ownKeys(value).forEach(function (key) {
      var property = Reflect.getOwnPropertyDescriptor(value, key);
      [property.value, property.get, property.set].forEach(freeze);
    });
    Object.freeze(value);
  })(globalThis);
})()`;

/** The variables of the source are local in a function, so each call has new variables. */
const callSource = (source: string): string => `(function () {
  var console = { log: function () {}, error: function () {} };
  ${source}
  ;Promise.resolve().then(function () { return handler(JSON.parse(exchange.eventJson)); }).then(
    function (result) { exchange.outcome = JSON.stringify({ result: result }); },
    function (error) { exchange.outcome = JSON.stringify({ error: String(error) }); }
  );
})()`;

type Exchange = { eventJson?: string; outcome?: string };

function createContext(): { context: vm.Context; exchange: Exchange } {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: 'afterEvaluate',
  });
  const exchange = vm.runInContext(EXCHANGE_SOURCE, context) as Exchange;
  vm.runInContext(FREEZE_SOURCE, context);
  return { context, exchange };
}

/**
 * @throws SyntaxError if the source does not parse
 * @returns a function that throws if the code fails, hangs or returns an invalid result
 */
export function compileViewerRequest(source: string, timeLimitMs = TIME_LIMIT_MS): ViewerRequestFunction {
  const script = new vm.Script(callSource(source), { filename: 'cloudfront-function.js' });
  // Calls reuse one context, because the creation of a context would take most of the time of a call.
  let reusedContext: ReturnType<typeof createContext> | undefined;
  return (event) => {
    const { context, exchange } = reusedContext ?? createContext();
    // If a call fails, its unfinished work stays in the context. So this context is not used again.
    reusedContext = undefined;
    for (const name of Reflect.ownKeys(exchange)) Reflect.deleteProperty(exchange, name);
    // The code receives only JSON text. An object of this process would give the code access to the global objects.
    exchange.eventJson = JSON.stringify(event);
    script.runInContext(context, { timeout: timeLimitMs });
    if (exchange.outcome === undefined) throw new Error('The function returned neither a request nor a response');
    const { result, error } = JSON.parse(String(exchange.outcome));
    reusedContext = { context, exchange };
    if (error) throw new Error(error);
    if (!isValidResult(result)) throw new Error('The function returned neither a request nor a response');
    return result;
  };
}

const isValidResult = (result: unknown): result is ViewerRequest | ViewerResponse =>
  typeof result === 'object' &&
  result !== null &&
  ('statusCode' in result
    ? Number.isInteger(result.statusCode)
    : 'uri' in result && typeof result.uri === 'string' && result.uri.startsWith('/'));

/** The event of a viewer request, version 1.0. */
export function viewerRequestEvent(request: IncomingMessage) {
  const { cookie, ...headers } = request.headers;
  const viewerRequest: ViewerRequest = {
    method: request.method ?? 'GET',
    uri: rawPathOf(request),
    querystring: valuesOf(rawQueryOf(request).split('&').filter(Boolean).map(nameAndValue)),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value: String(value) }])),
    cookies: valuesOf((cookie ?? '').split(/; */).filter(Boolean).map(nameAndValue)),
  };
  return {
    version: '1.0',
    context: { distributionDomainName: 'localhost', distributionId: 'LOCAL', eventType: 'viewer-request', requestId: randomUUID() },
    viewer: { ip: remoteAddressOf(request) },
    request: viewerRequest,
  };
}

function nameAndValue(pair: string): [string, string] {
  const mark = pair.indexOf('=');
  return mark < 0 ? [pair, ''] : [pair.slice(0, mark), pair.slice(mark + 1)];
}

/** Values stay percent-encoded, as in CloudFront. If a parameter occurs several times, `multiValue` contains all its values. */
function valuesOf(pairs: [string, string][]): Values {
  const values: Values = {};
  for (const [name, value] of pairs) {
    const existingValue = Object.hasOwn(values, name) ? values[name] : undefined;
    if (existingValue) existingValue.multiValue = [...(existingValue.multiValue ?? [{ value: existingValue.value }]), { value }];
    else Object.defineProperty(values, name, { value: { value }, enumerable: true, writable: true, configurable: true });
  }
  return values;
}

/** Copies the function's changes to the request. All other parts keep exactly the bytes that the viewer sent. */
export function applyViewerRequest(request: IncomingMessage, originalRequest: ViewerRequest, changedRequest: ViewerRequest): void {
  const isQueryUnchanged = JSON.stringify(originalRequest.querystring) === JSON.stringify(changedRequest.querystring ?? {});
  const query = isQueryUnchanged ? rawQueryOf(request) : queryText(changedRequest.querystring ?? {});
  request.url = query ? `${changedRequest.uri}?${query}` : changedRequest.uri;
  const headers: IncomingHttpHeaders = { cookie: request.headers.cookie };
  for (const [name, { value }] of Object.entries(changedRequest.headers ?? {})) headers[name.toLowerCase()] = value;
  if (headers.cookie === undefined) delete headers.cookie;
  request.headers = headers;
}

const queryText = (values: Values): string =>
  Object.entries(values)
    .flatMap(([name, { value, multiValue }]) => (multiValue ?? [{ value }]).map((entry) => `${name}=${entry.value}`))
    .join('&');
