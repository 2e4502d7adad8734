import { beforeAll, describe, expect, test } from 'vitest';
import { type SmokeOptions, smoke } from '#tools/deploy/smoke.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

const noPause = async () => {};
const problemsOf = async (options: SmokeOptions = {}, origin = cloud.origin) =>
  (await smoke(origin, options, noPause)).filter(({ problem }) => problem);

/** Returns a `fetch` that replaces the response of one path. */
const replacing =
  (path: string, change: (response: Response) => Response | Promise<Response>): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    return new URL(String(input)).pathname === path ? change(response) : response;
  };

test('the whole product passes the smoke test', async () => {
  expect(await problemsOf({ stage: 'prod' })).toEqual([]);
});

describe('the smoke test fails', () => {
  test('the smoke test fails if the site belongs to another stage', async () => {
    expect(await problemsOf({ stage: 'test' })).toEqual([
      { name: 'configuration', problem: 'The site belongs to the stage prod, not to test.' },
    ]);
  });

  test('the smoke test fails if the pages are from different builds', async () => {
    const fetch = replacing('/pricing', async (response) => {
      const html = (await response.text()).replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-0000.js');
      return new Response(html, { headers: response.headers });
    });
    expect(await problemsOf({ fetch })).toEqual([
      { name: 'all pages from the same build', problem: expect.stringContaining('different builds') },
    ]);
  });

  test('the smoke test fails if a script of a page is missing', async () => {
    const html = await (await fetch(`${cloud.origin}/`)).text();
    const script = /\/assets\/index-[\w-]+\.js/.exec(html)?.[0] ?? '';
    const missing = replacing(script, () => new Response('', { status: 404 }));
    expect(await problemsOf({ fetch: missing })).toEqual([
      { name: 'all pages from the same build', problem: `A page needs ${script}, which responds 404.` },
    ]);
  });

  test.each([
    ['content-security-policy', 'missing'],
    ['strict-transport-security', 'missing'],
    ['x-frame-options', 'missing'],
  ])('the smoke test fails if the header %s is missing', async (name, value) => {
    const fetch = replacing('/', (response) => {
      const headers = new Headers(response.headers);
      headers.delete(name);
      return new Response(response.body, { status: response.status, headers });
    });
    expect(await problemsOf({ fetch })).toEqual([{ name: 'security headers', problem: `The header ${name} of / is ${value}.` }]);
  });

  test.each<[string, string, () => Response]>([
    [
      'a page responds with an error',
      '/pricing',
      () => new Response('<p>Error</p>', { status: 502, headers: { 'content-type': 'text/html' } }),
    ],
    ['the texts of a language are missing', '/locales/ja/common.json', () => new Response('<p>Page</p>')],
    ['the configuration is a page', '/config.json', () => new Response('<div id="root"></div>')],
    ['the status is a page', '/status.json', () => new Response('<div id="root"></div>')],
    ['a call without a session is accepted', '/api/profile', () => new Response('{}')],
    ['the functions do not run', '/api/fal/webhook', () => new Response('{"message":"Internal Server Error"}', { status: 500 })],
    [
      'the functions do not know the secret of the site',
      '/api/fal/webhook',
      () => Response.json({ code: 'NotFound', message: 'a', requestId: 'b' }),
    ],
    ['media is open', '/results/none.mp4', () => new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 })],
    ['an unknown API path is a page', '/api/unknown', () => new Response('<div id="root"></div>')],
    ['Cognito refuses the origin', '/oauth2/authorize', () => Response.redirect('https://sign-in.example/error?error=redirect_mismatch')],
  ])('the smoke test fails if %s', async (_, path, response) => {
    expect(await problemsOf({ fetch: replacing(path, response) })).not.toEqual([]);
  });

  test('the smoke test fails if no server responds', async () => {
    const problems = await problemsOf({ checksSignIn: false }, 'http://localhost:1');
    expect(problems).toHaveLength(11);
    expect(problems[0]).toEqual({ name: 'landing page', problem: expect.stringMatching(/^fetch failed: /) });
  });
});

test('a check that fails at first is repeated, because CloudFront may still serve the old pages', async () => {
  let failures = 3;
  const fetch = replacing('/', (response) => (failures-- > 0 ? new Response('', { status: 503 }) : response));
  expect(await problemsOf({ fetch })).toEqual([]);
});
