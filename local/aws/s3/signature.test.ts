import { GetObjectCommand, type GetObjectCommandInput, PutObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  bucket,
  credentials,
  errorOf,
  otherBucket,
  outcomeOf,
  pageOrigin,
  rawGet,
  startTestS3,
  type TestS3,
  testClient,
} from './testing.ts';

const minuteMs = 60 * 1000;

let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
  await s3.store.putObject(bucket, 'a.txt', 'hello world', { contentType: 'text/plain', cacheControl: 'max-age=60' });
});

afterAll(async () => {
  await s3.stop();
  expect(s3.unexpectedErrors).toEqual([]);
});

/** Sets the clock for the current test only. */
function setClock(aheadMs: number): void {
  s3.clock.aheadMs = aheadMs;
  onTestFinished(() => {
    s3.clock.aheadMs = 0;
  });
}

const presignedGet = (options: Partial<GetObjectCommandInput> = {}, expiresIn = 60) =>
  getSignedUrl(s3.client, new GetObjectCommand({ Bucket: bucket, Key: 'a.txt', ...options }), { expiresIn });

const getWithHeaders = async (headers: Record<string, string>) => fetch(await presignedGet(), { headers });

describe('session credentials', () => {
  const clientOf = (changes: object = {}) => {
    const client = testClient(s3.url, { ...s3.openSession(), ...changes });
    onTestFinished(() => client.destroy());
    return client;
  };
  const getCommand = new GetObjectCommand({ Bucket: bucket, Key: 'a.txt' });

  it('session credentials can sign calls and URLs, and each session signs a different URL', async () => {
    const [url, otherUrl] = await Promise.all([getSignedUrl(clientOf(), getCommand), getSignedUrl(clientOf(), getCommand)]);
    expect(await (await fetch(url)).text()).toBe('hello world');
    expect(new URL(url).searchParams.get('X-Amz-Security-Token')).not.toBe(new URL(otherUrl).searchParams.get('X-Amz-Security-Token'));
    expect(await (await clientOf().send(getCommand)).Body?.transformToString()).toBe('hello world');
  });

  it('session credentials are rejected without their token, with the token of another session, and with a wrong secret', async () => {
    expect(await errorOf(clientOf({ sessionToken: undefined }).send(getCommand))).toBe('403 InvalidAccessKeyId');
    expect(await errorOf(clientOf({ sessionToken: s3.openSession().sessionToken }).send(getCommand))).toBe('400 InvalidToken');
    expect(await errorOf(clientOf({ secretAccessKey: 'wrong' }).send(getCommand))).toBe('403 SignatureDoesNotMatch');
  });

  it('session credentials are rejected if the token is removed from a URL', async () => {
    const url = new URL(await getSignedUrl(clientOf(), getCommand));
    url.searchParams.delete('X-Amz-Security-Token');
    expect((await fetch(url)).status).toBe(403);
  });

  it('session credentials can sign forms that contain the token', async () => {
    const { url, fields } = await createPresignedPost(clientOf(), { Bucket: bucket, Key: 'b.txt' });
    const post = (formFields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(formFields)) form.set(name, value);
      form.set('file', new Blob(['text']));
      return fetch(url, { method: 'POST', body: form });
    };
    const { 'X-Amz-Security-Token': token, ...otherFields } = fields;
    expect(token).toBeTruthy();
    expect((await post(otherFields)).status).toBe(403);
    expect((await post(fields)).status).toBe(204);
  });
});

describe('signed calls', () => {
  const getAs = (keys: typeof credentials) => {
    const client = testClient(s3.url, keys);
    onTestFinished(() => client.destroy());
    return errorOf(client.send(new GetObjectCommand({ Bucket: bucket, Key: 'a.txt' })));
  };

  it('signed calls are rejected with a wrong secret', async () => {
    expect(await getAs({ ...credentials, secretAccessKey: 'wrong' })).toBe('403 SignatureDoesNotMatch');
  });

  it('signed calls are rejected with an unknown access key', async () => {
    expect(await getAs({ ...credentials, accessKeyId: 'unknown' })).toBe('403 InvalidAccessKeyId');
  });

  it('signed calls are rejected if the clock differs by more than 15 minutes', async () => {
    setClock(16 * minuteMs);
    expect(await getAs(credentials)).toBe('403 RequestTimeTooSkewed');
  });

  it('signed calls are rejected if a header was added after signing', async () => {
    expect(await outcomeOf(await getWithHeaders({ 'x-amz-meta-added': '1' }))).toBe('403 AccessDenied');
  });

  it.each([
    ['GET', `/${bucket}/a.txt`],
    ['HEAD', `/${bucket}/a.txt`],
    ['PUT', `/${bucket}/a.txt`],
    ['DELETE', `/${bucket}/a.txt`],
    ['GET', `/${bucket}?list-type=2`],
    ['GET', `/${bucket}/a.txt?response-content-type=text/html`],
    ['GET', `/${bucket}/absent`],
    ['GET', '/no-such-bucket/a.txt'],
    ['GET', '/'],
  ])('a signature is required for %s %s', async (method, path) => {
    const response = await fetch(`${s3.url}${path}`, { method, ...(method === 'PUT' && { body: 'x' }) });
    expect(await outcomeOf(response)).toBe(method === 'HEAD' ? '403' : '403 AccessDenied');
  });

  it.each([
    ['an old signature version', 'AWS local-key:c2lnbmF0dXJl', '400 InvalidRequest'],
    ['an incomplete signature', 'AWS4-HMAC-SHA256 Credential=local-key', '400 AuthorizationHeaderMalformed'],
  ])('signed calls are rejected with %s', async (_, authorization, outcome) => {
    expect(await outcomeOf(await fetch(`${s3.url}/${bucket}/a.txt`, { headers: { authorization } }))).toBe(outcome);
  });
});

describe('a presigned GET', () => {
  it('a presigned GET returns the object', async () => {
    const response = await fetch(await presignedGet());
    expect(await response.text()).toBe('hello world');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'cache-control': 'max-age=60',
      'content-length': '11',
      'accept-ranges': 'bytes',
      'last-modified': expect.any(String),
    });
  });

  it('a presigned GET can be used only until it expires', async () => {
    const url = await presignedGet({}, 60);
    setClock(58_000);
    expect((await fetch(url)).status).toBe(200);
    setClock(62_000);
    const response = await fetch(url);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>');
  });

  it.each([
    ['signature', /Signature=..../, 'Signature=0000', '403 SignatureDoesNotMatch'],
    ['key', 'a.txt', 'b.txt', '403 SignatureDoesNotMatch'],
    ['lifetime', 'Expires=60', 'Expires=61', '403 SignatureDoesNotMatch'],
    ['lifetime to more than a week', 'Expires=60', 'Expires=604801', '400 AuthorizationQueryParametersError'],
    ['access key', 'local-key', 'other-key', '403 InvalidAccessKeyId'],
    ['query', '?', '?response-content-type=text%2Fhtml&', '403 SignatureDoesNotMatch'],
    ['algorithm', 'AWS4-HMAC-SHA256', 'AWS4-HMAC-SHA1', '400 AuthorizationQueryParametersError'],
    ['date', /Date=\d+T\d+Z/, 'Date=yesterday', '400 AuthorizationQueryParametersError'],
  ])('a presigned GET is rejected after a change of the %s', async (_, part, replacement, outcome) => {
    expect(await outcomeOf(await fetch((await presignedGet()).replace(part, replacement)))).toBe(outcome);
  });

  it('a presigned GET cannot be used as a presigned DELETE', async () => {
    expect(await outcomeOf(await fetch(await presignedGet(), { method: 'DELETE' }))).toBe('403 SignatureDoesNotMatch');
  });

  it('a presigned GET uses the file name of the signer, but rejects characters that a header cannot contain', async () => {
    const disposition = 'attachment; filename="my video.mp4"';
    const response = await fetch(await presignedGet({ ResponseContentDisposition: disposition }));
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(response.headers.get('content-disposition')).toBe(disposition);
    const injectedResponse = await fetch(await presignedGet({ ResponseContentDisposition: 'inline\r\nset-cookie: a=b' }));
    expect(await outcomeOf(injectedResponse)).toBe('400 InvalidArgument');
  });

  it.each([
    ['bytes=6-10', 206, 'world', 'bytes 6-10/11'],
    ['bytes=6-', 206, 'world', 'bytes 6-10/11'],
    ['bytes=6-999', 206, 'world', 'bytes 6-10/11'],
    ['bytes=-5', 206, 'world', 'bytes 6-10/11'],
    ['bytes=-999', 206, 'hello world', 'bytes 0-10/11'],
    ['bytes=0-0', 206, 'h', 'bytes 0-0/11'],
    ['bytes=0-1,3-4', 200, 'hello world', null],
    ['bytes=5-2', 200, 'hello world', null],
    ['lines=1-2', 200, 'hello world', null],
  ])('a presigned GET responds to the range %s with %i', async (range, status, text, contentRange) => {
    const response = await getWithHeaders({ range });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(text);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(text.length));
  });

  it.each(['bytes=11-', 'bytes=99-100', 'bytes=-0'])('a presigned GET rejects the range %s, which contains no byte', async (range) => {
    const response = await getWithHeaders({ range });
    expect(await outcomeOf(response)).toBe('416 InvalidRange');
    expect(response.headers.get('content-range')).toBe('bytes */11');
  });

  it('a presigned GET returns a range only if If-Range equals the ETag of the object', async () => {
    const etag = (await getWithHeaders({})).headers.get('etag')!;
    expect((await getWithHeaders({ range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    expect((await getWithHeaders({ range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
  });

  it('a presigned GET responds with 304 if the client has the current object', async () => {
    const etag = (await getWithHeaders({})).headers.get('etag')!;
    const response = await getWithHeaders({ 'if-none-match': `"other", W/${etag}` });
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await getWithHeaders({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('a presigned PUT', () => {
  it('a presigned PUT fails with NotImplemented', async () => {
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket: bucket, Key: 'put.jpg' }), { expiresIn: 60 });
    expect(await outcomeOf(await fetch(url, { method: 'PUT', body: 'jpeg' }))).toBe('501 NotImplemented');
  });
});

describe('CORS', () => {
  const preflight = (headers: Record<string, string>, name = bucket) => fetch(`${s3.url}/${name}/a.txt`, { method: 'OPTIONS', headers });

  it('CORS allows the preflight request of our page', async () => {
    const response = await preflight({
      origin: pageOrigin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'Content-Type, x-amz-date',
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': pageOrigin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type, x-amz-date',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '600',
      vary: expect.stringContaining('Origin'),
    });
  });

  it.each([
    ['another origin', 'https://evil.example', 'POST', 'content-type', bucket],
    ['an origin that begins with ours', `${pageOrigin}.evil.example`, 'POST', 'content-type', bucket],
    ['another method', pageOrigin, 'DELETE', 'content-type', bucket],
    ['another header', pageOrigin, 'POST', 'x-other', bucket],
    ['a bucket without rules', pageOrigin, 'POST', 'content-type', otherBucket],
  ])('CORS rejects a preflight request with %s', async (_, origin, method, header, name) => {
    const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': header };
    const response = await preflight(headers, name);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await outcomeOf(response)).toBe('403 AccessForbidden');
  });

  it('CORS allows our page to read responses and error responses', async () => {
    const errorResponse = await fetch(`${s3.url}/${bucket}/a.txt`, { headers: { origin: pageOrigin } });
    for (const response of [await getWithHeaders({ origin: pageOrigin }), errorResponse]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(pageOrigin);
      await response.text();
    }
    expect(errorResponse.status).toBe(403);
  });

  it('CORS does not allow a page of another origin to read the response', async () => {
    const response = await getWithHeaders({ origin: 'https://evil.example' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    await response.text();
  });
});

describe('paths that try to leave the bucket', () => {
  it.each(['/../../../../etc/passwd', `/${bucket}/../../etc/passwd`, `/${bucket}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`, '/..%2f..%2fetc/passwd'])(
    'paths that try to leave the bucket are rejected if they are not signed: %s',
    async (path) => {
      expect(await rawGet(s3.url, path)).toBe('403 AccessDenied');
    },
  );

  it('paths that try to leave the bucket are normal keys if they are signed', async () => {
    const url = new URL(`${s3.url}/`);
    const signedUrl = await presignedGet({ Key: '../../../etc/passwd' });
    expect(await rawGet(s3.url, signedUrl.slice(url.origin.length))).toBe('404 NoSuchKey');
  });

  it('paths are rejected if their encoding is not valid', async () => {
    expect(await rawGet(s3.url, '/%E0%A4%A')).toBe('400 InvalidURI');
  });
});
