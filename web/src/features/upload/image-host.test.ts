/**
 * Tests how the page reads responses of the image host, and the error on the card: 'Cloudinary upload failed: {status} - {body}'
 * (docs/spec.md 4.6, 10.8).
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { hostedUrlOf, hostForm, uploadConfig } from './image-host.ts';

vi.mock(import('#web/lib/session/session.ts'), () => ({ accessToken: async () => 'token', reportExpired: () => {} }) as never);
afterEach(() => vi.unstubAllGlobals());

test('the form has the required fields, and the file with its name', async () => {
  const form = hostForm(new Blob(['x']), 'shoe.jpg', 'temp-images', 'unsigned');
  const { file, ...fields } = Object.fromEntries(form);
  expect(fields).toEqual({ upload_preset: 'unsigned', folder: 'temp-images', resource_type: 'image' });
  expect((file as File).name).toBe('shoe.jpg');
});

test('hostedUrlOf returns the address of the file from a successful response', () => {
  const text = JSON.stringify({ secure_url: 'https://res.cloudinary.com/a/image/upload/v1/temp-images/x.jpg', public_id: 'temp-images/x' });
  expect(hostedUrlOf({ status: 200, text })).toBe('https://res.cloudinary.com/a/image/upload/v1/temp-images/x.jpg');
});

describe('a failed upload to the host', () => {
  test.each<[string, number, string, string]>([
    ['a refusal', 400, '{"error":{"message":"Upload preset not found"}}', 'Upload preset not found'],
    ['a page', 502, '<html>Bad gateway</html>', '<html>Bad gateway</html>'],
    ['a very long text', 500, 'x'.repeat(5000), 'x'.repeat(200)],
    ['an empty response', 503, '', ''],
    ['a success without an address', 200, '{"public_id":"x"}', '{"public_id":"x"}'],
  ])('hostedUrlOf throws an error with the text of the response, if the response is %s', (_, status, text, body) => {
    const read = () => hostedUrlOf({ status, text });
    expect(read).toThrow(ApiError);
    expect(read).toThrow(expect.objectContaining({ code: 'UploadHostFailed', details: { status, body } }));
  });
});

test('the configuration is read again after a failed read', async () => {
  const responses = [Response.json({ message: 'Bad Request' }, { status: 400 }), Response.json({ cloudName: '', uploadPreset: '' })];
  vi.stubGlobal('fetch', async () => responses.shift());
  await expect(uploadConfig()).rejects.toMatchObject({ code: 'UploadHostUnknown' });
  expect(await uploadConfig()).toEqual({ cloudName: '', uploadPreset: '' });
  expect(await uploadConfig()).toEqual({ cloudName: '', uploadPreset: '' });
  expect(responses).toEqual([]);
});
