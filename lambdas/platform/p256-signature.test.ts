import { createPrivateKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readP256Key } from './p256-signature.ts';

/** The key of RFC 6979, appendix A.2.5. */
const rfcKey = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from('C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721', 'hex').toString('base64url'),
    x: Buffer.from('60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6', 'hex').toString('base64url'),
    y: Buffer.from('7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299', 'hex').toString('base64url'),
  },
});
const pemOf = (key: ReturnType<typeof createPrivateKey>) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const newPair = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve });

describe('a private key is rejected', () => {
  test.each([
    ['if it is empty', ''],
    ['if it is not in PEM', 'a-key'],
    ['if it is of another curve', pemOf(newPair('P-384').privateKey)],
    ['if it is an RSA key', pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
  ])('a private key is rejected %s', (_, pem) => {
    expect(() => readP256Key(pem)).toThrow();
  });
});

test('a signature is valid only for its text and its key', () => {
  const { privateKey, publicKey } = newPair();
  const signature = readP256Key(pemOf(privateKey)).sign('text');
  expect(verify('sha256', Buffer.from('text.'), publicKey, signature)).toBe(false);
  expect(verify('sha256', Buffer.from('text'), newPair().publicKey, signature)).toBe(false);
  expect(verify('sha256', Buffer.from('text'), publicKey, signature)).toBe(true);
});

test.each([
  [
    'sample',
    'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716',
    'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
  ],
  [
    'test',
    'F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367',
    '019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083',
  ],
])('the signature of "%s" is the signature of RFC 6979', (text, r, s) => {
  const der = readP256Key(pemOf(rfcKey)).sign(text).toString('hex').toUpperCase();
  expect(der).toContain(r);
  expect(der.endsWith(s)).toBe(true);
});

test('OpenSSL accepts the signatures of many keys and texts, and each signature is repeatable', () => {
  for (let count = 0; count < 200; count++) {
    const { privateKey, publicKey } = newPair();
    const pem = pemOf(privateKey);
    const text = `text ${count}`;
    const signature = readP256Key(pem).sign(text);
    expect(verify('sha256', Buffer.from(text), publicKey, signature)).toBe(true);
    expect(readP256Key(pem).sign(text)).toEqual(signature);
  }
});

test('the public key is the text of its PEM file', () => {
  const { privateKey, publicKey } = newPair();
  const lines = publicKey.export({ type: 'spki', format: 'pem' }).toString().trim().split('\n');
  expect(readP256Key(pemOf(privateKey)).publicKey).toBe(lines.slice(1, -1).join(''));
});
