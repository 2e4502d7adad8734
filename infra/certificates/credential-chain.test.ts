import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCredentialChain } from './credential-chain.ts';

const now = new Date('2026-11-25T12:00:00Z');
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = publicKey.export({ type: 'spki', format: 'der' });
const [signer, authority] = createCredentialChain(spki, now).map((pem) => new X509Certificate(pem)) as [X509Certificate, X509Certificate];

test('the first certificate belongs to the signing key, and the authority has issued both', () => {
  expect(signer.publicKey.equals(publicKey)).toBe(true);
  expect(signer.verify(authority.publicKey)).toBe(true);
  expect(signer.checkIssued(authority)).toBe(true);
  expect(authority.verify(authority.publicKey)).toBe(true);
});

test('only the authority may issue certificates, and the signing key may only sign documents', () => {
  expect({ signer: signer.ca, authority: authority.ca }).toEqual({ signer: false, authority: true });
  expect(signer.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36']);
  expect(signer.checkHost('example.com')).toBeUndefined();
});

test('the certificates are valid for ten years, and start one day early, because clocks differ', () => {
  for (const { validFrom, validTo } of [signer, authority]) {
    expect(new Date(validFrom)).toEqual(new Date('2026-11-24T12:00:00Z'));
    expect(new Date(validTo)).toEqual(new Date('2036-11-22T12:00:00Z'));
  }
});

test('the names contain no person, and each certificate has a different serial number', () => {
  expect(signer.subject).toBe('O=Vitrine\nCN=Vitrine Content Credentials');
  expect(signer.serialNumber).not.toBe(authority.serialNumber);
  expect(signer.serialNumber).toHaveLength(32);
});

test('the parameter with both certificates has less than 4 kB, which is the limit of Parameter Store', () => {
  expect(JSON.stringify(createCredentialChain(spki, now)).length).toBeLessThan(3_500);
});
