/** Tests the contract of the fal adapter: the exact request, the number of requests, and the result of each kind of response. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VideoOrder } from '#lambdas/vendors/video-port.ts';
import type { CallResponse } from '#local/aws/secrets-manager/secrets.ts';
import { startControl } from '#local/base/control.ts';
import { freePort } from '#local/base/free-port.ts';
import type { ErrorCode } from '#shared/errors.ts';

type RecordedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: unknown };
type Reply = { status: number; body?: unknown } | 'reset' | 'not-json';

let requests: RecordedRequest[] = [];
/** A list contains the replies to the requests in their order. */
let replies: Record<string, Reply | Reply[]> = {};
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: text && JSON.parse(text) });
  respond(request, response);
});

function respond(request: IncomingMessage, response: ServerResponse): void {
  const scripted = replies[`${request.method} ${request.url?.split('?')[0]}`];
  const reply = (Array.isArray(scripted) ? scripted.shift() : scripted) ?? { status: 404, body: { detail: 'unknown' } };
  if (reply === 'reset') response.destroy();
  else if (reply === 'not-json') response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
  else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body ?? {}));
}

let control: Awaited<ReturnType<typeof startControl>>;
let vendor: typeof import('#lambdas/vendors/fal.ts').falVideo;
let standIn: string;

beforeAll(async () => {
  const secrets = (): CallResponse => ({ status: 200, body: { SecretString: '{"FAL_KEY":""}' } });
  control = await startControl({ secretsmanager: secrets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: control.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    FAL_KEYS_SECRET_ARN: 'fal-keys',
  });
  vendor = (await import('#lambdas/vendors/fal.ts')).falVideo;
});
afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL;
  delete process.env.STAND_IN_URL_FAL;
  server.close();
  server.closeAllConnections();
  await control.stop();
});
beforeEach(() => {
  process.env.STAND_IN_URL_FAL = standIn;
  requests = [];
  replies = {};
});

const order: VideoOrder = {
  model: 'veo3',
  prompt: 'The shoe takes a step',
  photoUrl: 'https://media.example/photo.jpg?X-Amz-Signature=abc',
  aspectRatio: '9:16',
  durationSeconds: 8,
  resolution: '1080p',
  generateAudio: true,
  webhookUrl: 'https://vitrine.example/api/fal/webhook?user=u&proof=p',
};
const submitRoute = 'POST /fal-ai/veo3.1/image-to-video';
const acceptedReply = { status: 200, body: { status: 'IN_QUEUE', request_id: 'r-1', queue_position: 0 } };

describe('an order', () => {
  test('an order is one POST with the billed seconds and the webhook, and is not retried', async () => {
    replies[submitRoute] = acceptedReply;
    expect(await vendor.start(order)).toEqual({ requestId: 'r-1' });
    expect(requests).toHaveLength(1);
    const [{ path, body, headers } = { path: '', body: {}, headers: {} as IncomingMessage['headers'] }] = requests;
    expect(new URL(path, standIn).searchParams.get('fal_webhook')).toBe(order.webhookUrl);
    expect(body).toEqual({
      prompt: order.prompt,
      image_url: order.photoUrl,
      aspect_ratio: '9:16',
      duration: '8s',
      resolution: '1080p',
      generate_audio: true,
    });
    expect(headers.authorization).toBe('Key stand-in');
    expect(headers['x-fal-store-io']).toBe('0');
    expect(JSON.parse(String(headers['x-fal-object-lifecycle-preference']))).toEqual({ expiration_duration_seconds: 86_400 });
  });

  test('an order for the fast model uses a separate endpoint, and has no webhook if our API has no public address', async () => {
    replies['POST /fal-ai/veo3.1/fast/image-to-video'] = acceptedReply;
    await vendor.start({ ...order, model: 'veo3-fast', webhookUrl: undefined, generateAudio: false });
    expect(requests.map(({ path }) => path)).toEqual(['/fal-ai/veo3.1/fast/image-to-video']);
    expect(requests[0]?.body).toMatchObject({ generate_audio: false });
  });

  const refusals: [string, Reply, ErrorCode][] = [
    ['429', { status: 429, body: { detail: 'slow down', error_type: 'concurrent_requests_limit' } }, 'VendorBusy'],
    ['500', { status: 500, body: { detail: 'oh', error_type: 'internal_error' } }, 'VendorServerError'],
    ['502', { status: 502, body: { detail: 'oh', error_type: 'runner_incomplete_response' } }, 'VendorServerError'],
    ['503', { status: 503, body: { detail: 'full', error_type: 'runner_scheduling_failure' } }, 'VendorBusy'],
    ['504', { status: 504, body: { detail: 'late', error_type: 'request_timeout' } }, 'VendorUnreachable'],
    [
      'a policy refusal',
      { status: 422, body: { detail: [{ type: 'content_policy_violation', loc: ['body', 'prompt'] }] } },
      'VendorRefused',
    ],
    ['a bad field', { status: 422, body: { detail: [{ type: 'one_of', loc: ['body', 'duration'] }] } }, 'VendorRejectedInput'],
    ['an unknown 422', { status: 422, body: 'what' }, 'VendorRejectedInput'],
    ['a wrong key', { status: 401, body: { detail: 'no' } }, 'VendorMisconfigured'],
    ['a locked account', { status: 403, body: { detail: 'no' } }, 'VendorMisconfigured'],
    ['a removed endpoint', { status: 404 }, 'VendorMisconfigured'],
  ];
  test.each(refusals)('an order is sent once and throws the matching error if the vendor reports %s', async (_, reply, code) => {
    replies[submitRoute] = reply;
    await expect(vendor.start(order)).rejects.toMatchObject({ name: code });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['is interrupted', 'reset'],
    ['is not JSON', 'not-json'],
    ['is a 500 of a gateway', { status: 500, body: {} }],
    ['is a 502 of a gateway', { status: 502, body: {} }],
    ['is a 503 of a gateway', { status: 503, body: {} }],
    ['is a 504 of a gateway', { status: 504, body: {} }],
    ['has no id', { status: 200, body: {} }],
  ])('the status of an order is unclear if the response %s, and the order is not sent again', async (_, reply) => {
    replies[submitRoute] = reply;
    await expect(vendor.start(order)).rejects.toMatchObject({ name: 'SubmitUnclear' });
    expect(requests).toHaveLength(1);
  });

  test('a refused order does not write the prompt or the photo URL into the logged error', async () => {
    const detail = [{ type: 'one_of', loc: ['body', 'prompt'], msg: 'no', input: { prompt: order.prompt, image_url: order.photoUrl } }];
    replies[submitRoute] = { status: 422, body: { detail } };
    const failure = (await vendor.start(order).catch((error: Error) => error)) as Error;
    const loggedText = JSON.stringify([failure.message, (failure.cause as Error).message, (failure.cause as Error).stack]);
    expect(loggedText).toContain('422');
    expect(loggedText).not.toContain(order.prompt);
    expect(loggedText).not.toContain('X-Amz-Signature');
  });

  test('an order was not accepted if the connection was refused', async () => {
    process.env.STAND_IN_URL_FAL = `http://127.0.0.1:${await freePort()}`;
    await expect(vendor.start(order)).rejects.toMatchObject({ name: 'VendorUnreachable' });
  });

  test('an order is refused before any request if there is no key and no stand-in', async () => {
    delete process.env.STAND_IN_URL_FAL;
    await expect(vendor.start(order)).rejects.toMatchObject({ name: 'VendorMisconfigured' });
    expect(requests).toHaveLength(0);
  });
});

describe('the progress of an order', () => {
  const statusRoute = 'GET /fal-ai/veo3.1/requests/r-1/status';
  const resultRoute = 'GET /fal-ai/veo3.1/requests/r-1';

  test.each<[string, object, Record<string, Reply>]>([
    ['is queued', { status: 'queued' }, { [statusRoute]: { status: 202, body: { status: 'IN_QUEUE', queue_position: 3 } } }],
    ['is working', { status: 'working' }, { [statusRoute]: { status: 202, body: { status: 'IN_PROGRESS', logs: null } } }],
    [
      'is finished',
      { status: 'ready', url: 'https://v3.fal.media/x.mp4' },
      {
        [statusRoute]: { status: 200, body: { status: 'COMPLETED' } },
        [resultRoute]: { status: 200, body: { video: { url: 'https://v3.fal.media/x.mp4' } } },
      },
    ],
    [
      'is refused',
      { status: 'failed', code: 'VendorRefused' },
      {
        [statusRoute]: { status: 200, body: { status: 'COMPLETED', error: 'refused' } },
        [resultRoute]: { status: 422, body: { detail: [{ type: 'content_policy_violation' }] } },
      },
    ],
    [
      'is finished without a video',
      { status: 'failed', code: 'VendorMalformedAnswer' },
      { [statusRoute]: { status: 200, body: { status: 'COMPLETED' } }, [resultRoute]: { status: 200, body: { video: null } } },
    ],
    [
      'is finished with an invalid video URL',
      { status: 'failed', code: 'VendorMalformedAnswer' },
      { [statusRoute]: { status: 200, body: { status: 'COMPLETED' } }, [resultRoute]: { status: 200, body: { video: { url: 'x.mp4' } } } },
    ],
  ])('the progress of an order that %s is %j', async (_, expected, scriptedReplies) => {
    replies = scriptedReplies;
    expect(await vendor.progress('veo3', 'r-1')).toEqual(expected);
  });

  test('the progress of an order can be requested again after an unreadable response', async () => {
    replies[statusRoute] = { status: 503 };
    await expect(vendor.progress('veo3', 'r-1')).rejects.toMatchObject({ name: 'VendorServerError' });
    replies[statusRoute] = 'reset';
    await expect(vendor.progress('veo3', 'r-1')).rejects.toMatchObject({ name: 'VendorUnreachable' });
    expect(requests).toHaveLength(2);
  });

  test.each([401, 404, 429, 500, 502, 503, 504])(
    'the progress of an order is unknown if the result request returns an empty response with status %i',
    async (code) => {
      replies[statusRoute] = { status: 200, body: { status: 'COMPLETED' } };
      replies[resultRoute] = { status: code, body: {} };
      await expect(vendor.progress('veo3', 'r-1')).rejects.toMatchObject({ name: expect.stringMatching(/^Vendor/) });
    },
  );

  test.each([
    ['is lost', 'reset' as const],
    ['is answered with 503', { status: 503 }],
  ])('a cancel that %s is repeated, and a failure throws no error', async (_, reply) => {
    const path = 'PUT /fal-ai/veo3.1/requests/r-1/cancel';
    replies[path] = [reply, { status: 202, body: { status: 'CANCELLATION_REQUESTED' } }];
    await vendor.cancel('veo3', 'r-1');
    expect(requests).toHaveLength(2);

    requests = [];
    replies[path] = reply;
    await expect(vendor.cancel('veo3', 'r-1')).resolves.toBeUndefined();
    expect(requests).toHaveLength(3);
  });

  test.each([
    ['after the end of an order', { status: 400, body: { status: 'ALREADY_COMPLETED' } }, 0],
    ['with a refused key', { status: 401 }, 1],
  ])('a cancel %s is not repeated, and is logged if the order may continue', async (_, reply, lines) => {
    replies['PUT /fal-ai/veo3.1/requests/r-1/cancel'] = reply;
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await vendor.cancel('veo3', 'r-1');
    const logged = write.mock.calls.map(([line]) => String(line));
    write.mockRestore();
    expect(requests).toHaveLength(1);
    expect(logged.filter((line) => line.includes('may continue'))).toHaveLength(lines);
  });
});

describe('a result URL', () => {
  test.each([
    ['https://v3.fal.media/files/a.mp4', true],
    ['https://v3b.fal.media/files/a.mp4', true],
    ['https://fal.media/a.mp4', true],
    ['http://v3.fal.media/a.mp4', false],
    ['https://v3.fal.media:8443/a.mp4', false],
    ['https://evil-fal.media/a.mp4', false],
    ['https://fal.media.evil.example/a.mp4', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['file:///etc/passwd', false],
  ])('for the URL %s, owns returns %s', (address, isOwned) => {
    delete process.env.STAND_IN_URL_FAL;
    expect(vendor.owns(new URL(address))).toBe(isOwned);
  });
});
