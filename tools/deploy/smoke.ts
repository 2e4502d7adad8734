/** Checks a deployed site over HTTP, without a session. The checks change nothing and cost nothing. */
import * as z from 'zod';
import { endpoints } from '#shared/endpoints.ts';
import { isErrorCode } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { statusPath } from '#shared/status.ts';

export type SmokeResult = {
  name: string;
  /** The problem that the check found. Undefined if the check found no problem. */
  problem?: string;
};

export type SmokeOptions = {
  /** The expected name of the stage. */
  stage?: string;
  /** True if the sign-in must work. It does not work before the second deployment. */
  checksSignIn?: boolean;
  fetch?: typeof globalThis.fetch;
};

const requestTimeoutMs = 15_000;
/** After a deployment, some seconds may pass until all servers of CloudFront have the new pages. */
const attemptsMax = 4;
const pauseMs = 5_000;

class Problem extends Error {}
const assert = (condition: unknown, problem: string): void => {
  if (!condition) throw new Problem(problem);
};

type Site = { get(path: string, init?: RequestInit): Promise<Response>; origin: string };
type SmokeCheck = { name: string; run(site: Site): Promise<void> };

export async function smoke(origin: string, options: SmokeOptions = {}, pause = wait): Promise<SmokeResult[]> {
  const { fetch = globalThis.fetch } = options;
  const site: Site = {
    origin,
    get: (path, init) => fetch(new URL(path, origin), { redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs), ...init }),
  };
  const results: SmokeResult[] = [];
  for (const check of checksFor(options)) results.push(await runCheck(check, site, pause));
  return results;
}

async function runCheck({ name, run }: SmokeCheck, site: Site, pause: (ms: number) => Promise<void>): Promise<SmokeResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run(site);
      return { name };
    } catch (error) {
      if (attempt >= attemptsMax) return { name, problem: describe(error) };
      await pause(pauseMs);
    }
  }
}

function describe(error: unknown): string {
  if (error instanceof Problem) return error.message;
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const checksFor = ({ stage, checksSignIn = true }: SmokeOptions): SmokeCheck[] => [
  { name: 'landing page', run: async (site) => void (await readPage(site, '/')) },
  { name: 'pricing page', run: async (site) => void (await readPage(site, '/pricing')) },
  { name: 'all pages from the same build', run: checkBuild },
  { name: 'security headers', run: checkSecurityHeaders },
  { name: 'texts', run: checkTexts },
  { name: 'configuration', run: (site) => checkConfiguration(site, stage) },
  { name: 'status', run: checkStatus },
  { name: 'media without a link', run: checkMedia },
  { name: 'API without a session', run: checkUnauthorizedCall },
  { name: 'API error format', run: checkErrorFormat },
  { name: 'unknown API path', run: checkUnknownCall },
  ...(checksSignIn ? [{ name: 'sign-in', run: checkSignIn }] : []),
];

async function readPage({ get }: Site, path: string): Promise<string> {
  const response = await get(path, { headers: { accept: 'text/html' } });
  const html = await response.text();
  assert(response.status === 200, `${path} responds ${response.status} instead of 200.`);
  assert(response.headers.get('content-type')?.startsWith('text/html'), `${path} is not an HTML page.`);
  assert(html.includes('id="root"'), `${path} is not a page of this product.`);
  return html;
}

/** Returns the scripts and styles of a page, including the files that its first script loads. */
const filesOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))].sort();

/** Pages of different builds have different files, because each file name contains a hash of the content. */
async function checkBuild(site: Site): Promise<void> {
  const [landing, pricing, shell] = (await Promise.all(['/', '/pricing', '/index.html'].map((path) => readPage(site, path)))).map(filesOf);
  assert(landing?.length && pricing?.length, 'The pages contain no scripts.');
  const entry = (files: string[] = []) => files.filter((path) => /\/index-[^/]+\.js$/.test(path)).join(', ');
  assert(
    entry(landing) === entry(pricing) && entry(landing) === entry(shell),
    `The pages are from different builds: ${entry(landing)} and ${entry(pricing)} and ${entry(shell)}.`,
  );
  for (const path of new Set([...(landing ?? []), ...(pricing ?? [])])) {
    const response = await site.get(path);
    await response.arrayBuffer();
    assert(response.status === 200, `A page needs ${path}, which responds ${response.status}.`);
    const type = response.headers.get('content-type') ?? '';
    assert(/javascript|css/.test(type), `A page needs ${path}, which has the type ${type}.`);
  }
}

const requiredHeaders: Record<string, RegExp> = {
  'content-security-policy': /default-src 'self'.*frame-ancestors 'none'/,
  'strict-transport-security': /max-age=\d{8}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'permissions-policy': /camera=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
};

async function checkSecurityHeaders({ get }: Site): Promise<void> {
  for (const path of ['/', '/api/profile']) {
    const { headers, body } = await get(path);
    await body?.cancel();
    for (const [name, pattern] of Object.entries(requiredHeaders))
      assert(pattern.test(headers.get(name) ?? ''), `The header ${name} of ${path} is ${headers.get(name) ?? 'missing'}.`);
    assert(!/unsafe-(?:inline|eval)/.test(headers.get('content-security-policy') ?? ''), `The policy of ${path} allows inline code.`);
  }
}

async function checkTexts({ get }: Site): Promise<void> {
  for (const language of Object.keys(languages)) {
    const response = await get(`/locales/${language}/common.json`);
    const texts = await readJson(response);
    assert(response.status === 200 && z.record(z.string(), z.unknown()).safeParse(texts).success, `The texts of ${language} are missing.`);
  }
}

const configuration = z.object({
  region: z.string().min(1),
  userPoolId: z.string().min(1),
  userPoolClientId: z.string().min(1),
  oauthDomain: z.string().min(1),
  stage: z.string(),
});

async function readConfiguration({ get }: Site) {
  const { success, data } = configuration.safeParse(await readJson(await get('/config.json')));
  if (!success) throw new Problem('/config.json is missing or incomplete.');
  return data;
}

async function checkConfiguration(site: Site, expectedStage: string | undefined): Promise<void> {
  const { stage } = await readConfiguration(site);
  assert(!expectedStage || stage === expectedStage, `The site belongs to the stage ${stage}, not to ${expectedStage}.`);
}

async function checkStatus({ get }: Site): Promise<void> {
  const response = await get(statusPath);
  assert(response.status === 200 && (await readJson(response)) !== undefined, `${statusPath} responds ${response.status}, or is not JSON.`);
}

/** CloudFront refuses a request without a signature. If the trusted keys were missing, S3 would respond AccessDenied. */
async function checkMedia({ get }: Site): Promise<void> {
  const path = '/results/none.mp4';
  const response = await get(path);
  const text = await response.text();
  assert(
    response.status === 403 && text.includes('MissingKey'),
    `${path} responds ${response.status} without a signed link, instead of 403.`,
  );
}

async function checkUnauthorizedCall({ get }: Site): Promise<void> {
  const { path } = endpoints.getProfile;
  const response = await get(path);
  const { success } = z.object({ message: z.literal('Unauthorized') }).safeParse(await readJson(response));
  assert(response.status === 401 && success, `${path} responds ${response.status} without a session, instead of 401.`);
}

/**
 * An empty webhook reaches its function, so any response of the function proves that functions run. Without the secret of CloudFront, the
 * function would respond NotFound.
 */
async function checkErrorFormat({ get }: Site): Promise<void> {
  const { path, method } = endpoints.receiveFalWebhook;
  const response = await get(path, { method, headers: { 'content-type': 'application/json' }, body: '{}' });
  const { data } = z.object({ code: z.string(), message: z.string(), requestId: z.string() }).safeParse(await readJson(response));
  assert(
    data && isErrorCode(data.code),
    `${path} responds ${response.status}, but the body does not have the error format of this product.`,
  );
  assert(data?.code === 'BadRequest', `${path} responds ${response.status} ${data?.code}, instead of BadRequest.`);
}

async function checkUnknownCall({ get }: Site): Promise<void> {
  const response = await get('/api/unknown');
  assert(response.status === 404 && (await readJson(response)) !== undefined, `/api/unknown responds ${response.status}, instead of 404.`);
}

/** Cognito redirects the browser to Google only if it accepts the origin of this site. */
async function checkSignIn(site: Site): Promise<void> {
  const { oauthDomain, userPoolClientId } = await readConfiguration(site);
  const query = new URLSearchParams({
    client_id: userPoolClientId,
    response_type: 'code',
    identity_provider: 'Google',
    scope: 'openid email profile',
    redirect_uri: `${site.origin}/auth/callback`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const { protocol } = new URL(site.origin);
  const response = await site.get(`${protocol}//${oauthDomain}/oauth2/authorize?${query}`);
  await response.body?.cancel();
  const location = response.headers.get('location') ?? '';
  assert(
    response.status < 400 && !/\/error\b|error=/.test(location),
    `Cognito does not accept a sign-in from ${site.origin} (${response.status} ${location}). Check siteOrigin and google in the file of the stage, and deploy again.`,
  );
}

const readJson = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/** Returns the results as text for the terminal. */
export const formatSmoke = (results: readonly SmokeResult[]): string =>
  results.map(({ name, problem }) => `  ${problem ? 'failed' : 'passed'}  ${name}${problem ? `: ${problem}` : ''}`).join('\n');
