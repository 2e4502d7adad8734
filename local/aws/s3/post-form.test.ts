import { once } from 'node:events';
import { connect } from 'node:net';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bucket, credentials, listDataFiles, otherBucket, outcomeOf, pageOrigin, startTestS3, type TestS3, testClient } from './testing.ts';

const sizeBytesMax = 1000;
const sizeBytesMin = 2;

let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});

afterAll(async () => {
  await s3.stop();
  expect(s3.unexpectedErrors).toEqual([]);
});

const presign = (options: Partial<PresignedPostOptions> = {}) =>
  createPresignedPost(s3.client, {
    Bucket: bucket,
    Key: 'up/pic.png',
    Conditions: [
      ['content-length-range', sizeBytesMin, sizeBytesMax],
      ['eq', '$Content-Type', 'image/png'],
    ],
    Expires: 60,
    ...options,
  });

type Upload = { sizeBytes?: number; fields?: Record<string, string>; omittedField?: string; targetUrl?: string };

/** Sends the form in the same way as a browser, with changed, added or missing fields. */
async function post({ sizeBytes = 100, fields = {}, omittedField, targetUrl }: Upload, presigned = presign()) {
  const { url, fields: signedFields } = await presigned;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...signedFields, 'Content-Type': 'image/png', ...fields })) {
    if (name !== omittedField) form.append(name, value);
  }
  form.append('file', new Blob([Buffer.alloc(sizeBytes, 7)], { type: 'image/png' }), 'pic.png');
  return fetch(targetUrl ?? url, { method: 'POST', body: form, headers: { origin: pageOrigin } });
}

describe('a presigned POST', () => {
  it('a presigned POST stores the file with its type', async () => {
    const Key = 'up/mein Bild+ü$&.png';
    const response = await post({}, presign({ Key }));
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(pageOrigin);
    expect(response.headers.get('location')).toBe(`${s3.url}/${bucket}/up/mein%20Bild%2B%C3%BC%24%26.png`);
    expect(await s3.store.statObject(bucket, Key)).toMatchObject({ sizeBytes: 100, contentType: 'image/png' });
  });

  it.each([sizeBytesMin, sizeBytesMax])('a presigned POST accepts a file of exactly %i bytes', async (sizeBytes) => {
    expect(await outcomeOf(await post({ sizeBytes }))).toBe('204');
  });

  it.each<[string, Upload, string]>([
    ['one byte above the maximum', { sizeBytes: sizeBytesMax + 1 }, '400 EntityTooLarge'],
    ['3 MB', { sizeBytes: 3 * 1024 * 1024 }, '400 EntityTooLarge'],
    ['one byte below the minimum', { sizeBytes: sizeBytesMin - 1 }, '400 EntityTooSmall'],
    ['an empty file', { sizeBytes: 0 }, '400 EntityTooSmall'],
    ['a wrong content type', { fields: { 'Content-Type': 'text/html' } }, '403 AccessDenied'],
    ['a list that hides a wrong content type', { fields: { 'Content-Type': 'image/png, text/html' } }, '403 AccessDenied'],
    ['no content type', { omittedField: 'Content-Type' }, '403 AccessDenied'],
    ['a key outside the prefix', { fields: { key: 'evil/pic.png' } }, '403 AccessDenied'],
    ['no key', { omittedField: 'key' }, '403 AccessDenied'],
    ['a field that the policy does not know', { fields: { acl: 'public-read' } }, '403 AccessDenied'],
    ['metadata', { fields: { 'x-amz-meta-user': 'u2' } }, '403 AccessDenied'],
    ['another bucket in the form', { fields: { bucket: otherBucket } }, '403 AccessDenied'],
    ['a wrong signature', { fields: { 'X-Amz-Signature': '0'.repeat(64) } }, '403 SignatureDoesNotMatch'],
    ['a changed policy', { fields: { Policy: Buffer.from('{}').toString('base64') } }, '403 SignatureDoesNotMatch'],
    ['an unknown access key', { fields: { 'X-Amz-Credential': 'other/20260101/us-east-1/s3/aws4_request' } }, '403 InvalidAccessKeyId'],
    ['no policy', { omittedField: 'Policy' }, '403 AccessDenied'],
    ['a field given twice', { fields: { key: 'up/a.png', Key: 'up/b.png' } }, '400 InvalidArgument'],
    ['fields of more than 20 kB', { fields: { 'x-ignore-me': 'x'.repeat(20 * 1024) } }, '400 MaxPostPreDataLengthExceeded'],
  ])('a presigned POST is rejected with %s, and stores nothing', async (_, upload, outcome) => {
    const filesBefore = await listDataFiles(s3.directory);
    expect(await outcomeOf(await post(upload))).toBe(outcome);
    expect(await listDataFiles(s3.directory)).toEqual(filesBefore);
  });

  it('a presigned POST is rejected for another bucket', async () => {
    expect(await outcomeOf(await post({ targetUrl: `${s3.url}/${otherBucket}` }))).toBe('403 AccessDenied');
    expect(await outcomeOf(await post({ targetUrl: `${s3.url}/no-such-bucket` }))).toBe('404 NoSuchBucket');
  });

  it('a presigned POST is rejected after its policy has expired', async () => {
    const presigned = presign();
    await presigned;
    s3.clock.aheadMs = 62_000;
    onTestFinished(() => {
      s3.clock.aheadMs = 0;
    });
    const response = await post({}, presigned);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Invalid according to Policy: Policy expired.');
  });

  it('a presigned POST is rejected if it was signed with a wrong secret', async () => {
    const client = testClient(s3.url, { ...credentials, secretAccessKey: 'wrong' });
    onTestFinished(() => client.destroy());
    const presigned = createPresignedPost(client, { Bucket: bucket, Key: 'a' });
    expect(await outcomeOf(await post({}, presigned))).toBe('403 SignatureDoesNotMatch');
  });

  it.each<[string, Partial<PresignedPostOptions>]>([
    ['the field acl', { Fields: { acl: 'public-read' } }],
    ['the field x-amz-meta-user', { Fields: { 'x-amz-meta-user': 'u1' } }],
    ['the field success_action_status', { Fields: { success_action_status: '201' } }],
    ['${filename}', { Key: 'up/${filename}.png' }],
    ['the condition starts-with', { Conditions: [['starts-with', '$Content-Type', 'image/']] }],
  ])(
    'a presigned POST with %s fails with an error that names the feature, even if the policy allows the feature',
    async (feature, options) => {
      const Conditions = options.Conditions ?? [['eq', '$Content-Type', 'image/png']];
      const response = await post({}, presign({ ...options, Conditions }));
      expect(response.status).toBe(501);
      expect(await response.text()).toContain(feature);
    },
  );

  it.each<[string, PresignedPostOptions['Conditions']]>([
    ['an unknown condition', [['ends-with', '$key', '.png'] as never]],
    ['a range with a maximum below its minimum', [['content-length-range', 10, 1]]],
  ])('a presigned POST is rejected with %s', async (_, Conditions) => {
    expect(await outcomeOf(await post({}, presign({ Conditions })))).toBe('400 InvalidPolicyDocument');
  });
});

describe('a form', () => {
  const send = (body: FormData | string, headers: Record<string, string> = {}) =>
    fetch(`${s3.url}/${bucket}`, { method: 'POST', body, headers });
  const formOf = (...entries: [string, string | Blob][]) => {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    return form;
  };

  it.each<[string, FormData | string, Record<string, string>, string]>([
    ['without a file', formOf(['key', 'a']), {}, '400 InvalidArgument'],
    ['with a file of another name', formOf(['picture', new Blob(['x'])]), {}, '400 InvalidArgument'],
    ['with a field given twice', formOf(['key', 'a'], ['Key', 'b'], ['file', new Blob(['x'])]), {}, '400 InvalidArgument'],
    ['without a policy', formOf(['key', 'a'], ['file', new Blob(['x'])]), {}, '403 AccessDenied'],
    ['without a boundary', 'key=a', { 'content-type': 'multipart/form-data' }, '400 MalformedPOSTRequest'],
    ['that is incomplete', '--b\r\ncontent-disp', { 'content-type': 'multipart/form-data; boundary=b' }, '400 MalformedPOSTRequest'],
  ])('the form %s is rejected', async (_, body, headers, outcome) => {
    expect(await outcomeOf(await send(body, headers))).toBe(outcome);
  });

  /** Starts to send a form over a raw connection, but does not send its file. */
  async function beginUpload(fileSizeBytes: number) {
    const { fields } = await presign();
    const form = formOf(...Object.entries({ ...fields, 'Content-Type': 'image/png' }), ['file', new Blob(['x'])]);
    const encoded = new Response(form);
    const [start = ''] = (await encoded.text()).split(/(?<=octet-stream\r\n\r\n)/);
    const { hostname, host, port } = new URL(s3.url);
    const socket = connect(Number(port), hostname);
    const type = encoded.headers.get('content-type');
    const sizeBytes = start.length + fileSizeBytes;
    socket.write(`POST /${bucket} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: ${sizeBytes}\r\n\r\n${start}`);
    return socket;
  }

  it('a form that is too large is rejected during the upload, and the connection can be used again', async () => {
    const filesBefore = await listDataFiles(s3.directory);
    const socket = await beginUpload(sizeBytesMax * 2);
    socket.write(Buffer.alloc(sizeBytesMax + 1));
    expect(String(await once(socket, 'data'))).toContain('<Code>EntityTooLarge</Code>');
    expect(await listDataFiles(s3.directory)).toEqual(filesBefore);
    socket.write(Buffer.alloc(sizeBytesMax - 1));
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String(await once(socket, 'data'))).toContain('<Code>AccessDenied</Code>');
    socket.destroy();
  });

  it('a form is disconnected if it sends much more data after the error response', async () => {
    const chunk = Buffer.alloc(1024 ** 2);
    const socket = await beginUpload(chunk.length * 1024);
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    const response = once(socket, 'data');
    const sendMore = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', sendMore);
    sendMore();
    expect(String(await response)).toContain('<Code>EntityTooLarge</Code>');
    await closed;
    expect(socket.bytesWritten / chunk.length).toBeGreaterThan(32);
    expect(socket.bytesWritten / chunk.length).toBeLessThan(256);
  });
});
