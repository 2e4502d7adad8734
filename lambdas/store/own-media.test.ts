/** Tests which URLs are accepted as objects of our own storage. The tested code never fetches a URL. */
import { describe, expect, test } from 'vitest';
import { keyAt } from './own-media.ts';

const roots = {
  'at AWS': 'https://d111111abcdef8.cloudfront.net/',
  'on one machine': 'http://localhost:3000/',
};
const key = 'uploads/3f1e8a52-0c1d-4b7e-9a55-2f6f3b1f7c11/temp-images/9b7c.jpg';

describe.each(Object.entries(roots))('%s', (_, root) => {
  const { origin, protocol, host, hostname, pathname } = new URL(root);

  test('the function returns the key of a signed link', () => {
    expect(keyAt(`${root}${key}?Expires=1&Signature=abc&Key-Pair-Id=K1`, root)).toBe(key);
    expect(keyAt(`${root}${key}`, root)).toBe(key);
  });

  test.each([
    ['another host', `https://example.com/${key}`],
    ['a host whose name begins with the name of our host', `${origin}.example.com${pathname}${key}`],
    ['our host as a user name', `${protocol}//${host}@example.com${pathname}${key}`],
    ['a user name before our host', `${protocol}//someone@${host}${pathname}${key}`],
    ['another scheme', `ftp://${host}${pathname}${key}`],
    ['another port', `${protocol}//${hostname}:8443${pathname}${key}`],
    ['encoded dots that leave the folder', `${root}uploads/me/%2e%2e/other/a.jpg`],
    ['the same dots, not encoded', `${root}uploads/me/../other/a.jpg`],
    ['backslashes', `${root}uploads\\me\\a.jpg`],
    ['an escaped slash', `${root}uploads%2Fme%2Fa.jpg`],
    ['an escaped letter', `${root}%75ploads/me/a.jpg`],
    ['a double slash', `${root}/uploads/me/a.jpg`],
    ['a folder', `${root}uploads/me/`],
    ['the root without a key', root],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/iam.txt'],
    ['the metadata service as a number', 'http://2852039166/latest/meta-data/iam.txt'],
    ['the local host', 'http://[::1]:9000/media/uploads/a.jpg'],
    ['the same file in the storage', `https://media.s3.us-east-1.amazonaws.com/${key}`],
    ['a file', 'file:///etc/passwd.txt'],
    ['a data URL', 'data:image/png;base64,AAAA'],
    ['text that is not a URL', 'a b c'],
    ['an empty string', ''],
  ])('the function returns undefined for %s', (_name, address) => {
    expect(keyAt(address, root)).toBeUndefined();
  });
});
