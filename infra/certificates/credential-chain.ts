/**
 * Creates the certificates of the content credentials: one for the signing key, and one for the authority that issues both. The private
 * key of the authority exists only in this function, so the authority cannot issue other certificates. The certificates have the profile
 * that C2PA requires
 * (https://c2pa.org/specifications/specifications/2.2/specs/C2PA_Specification.html#x509_certificates).
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bitString, boolean, generalizedTime, integer, objectId, octetString, sequence, set, tagged, utf8String } from './der.ts';

const days = 24 * 60 * 60 * 1000;
/**
 * The files have no time stamp, so readers compare the certificate with the current time. The certificate is valid for a long time, so that
 * a file does not become invalid while a seller uses it.
 */
const validDays = 10 * 365;
/** The clocks of other machines can be behind the clock of this machine. */
const skewDays = 1;

const organization = 'Vitrine';
const authorityName = 'Vitrine Content Credentials CA';
const signerName = 'Vitrine Content Credentials';

const objectIds = {
  commonName: '2.5.4.3',
  organizationName: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
};

/** The bits of `keyUsage`, and the number of unused bits of the byte. */
const digitalSignature = bitString(Buffer.from([0x80]), 7);
const certificateAndListSigning = bitString(Buffer.from([0x06]), 1);

/**
 * @param signingKey the public key, as SPKI in DER.
 * @returns the certificates in PEM. The first one belongs to the signing key.
 */
export function createCredentialChain(signingKey: Buffer, now: Date): string[] {
  const subjectKey = createPublicKey({ key: signingKey, format: 'der', type: 'spki' });
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const dates = { from: new Date(now.getTime() - skewDays * days), until: new Date(now.getTime() + validDays * days) };
  const common = { ...dates, issuer: nameOf(authorityName), authority };
  return [
    certificate({
      ...common,
      subject: nameOf(signerName),
      subjectKey,
      extensions: [
        extension(objectIds.basicConstraints, sequence(), true),
        extension(objectIds.keyUsage, digitalSignature, true),
        extension(objectIds.extendedKeyUsage, sequence(objectId(objectIds.documentSigning))),
      ],
    }),
    certificate({
      ...common,
      subject: nameOf(authorityName),
      subjectKey: authority.publicKey,
      extensions: [
        extension(objectIds.basicConstraints, sequence(boolean(true), integer(Buffer.from([0]))), true),
        extension(objectIds.keyUsage, certificateAndListSigning, true),
      ],
    }),
  ];
}

type CertificateFields = {
  issuer: Buffer;
  subject: Buffer;
  from: Date;
  until: Date;
  subjectKey: KeyObject;
  authority: { publicKey: KeyObject; privateKey: KeyObject };
  extensions: Buffer[];
};

/** Writes a certificate of version 3 (https://www.rfc-editor.org/rfc/rfc5280#section-4.1). */
function certificate({ issuer, subject, from, until, subjectKey, authority, extensions }: CertificateFields): string {
  const algorithm = sequence(objectId(objectIds.ecdsaWithSha256));
  const version3 = tagged(0, integer(Buffer.from([2])));
  const keyIdentifiers = [
    extension(objectIds.subjectKeyIdentifier, octetString(keyIdentifier(subjectKey))),
    extension(objectIds.authorityKeyIdentifier, sequence(tagged(0, keyIdentifier(authority.publicKey), false))),
  ];
  const content = sequence(
    version3,
    integer(serialNumber()),
    algorithm,
    issuer,
    sequence(generalizedTime(from), generalizedTime(until)),
    subject,
    spkiOf(subjectKey),
    tagged(3, sequence(...extensions, ...keyIdentifiers)),
  );
  const signature = sign('sha256', content, authority.privateKey);
  return toPem(sequence(content, algorithm, bitString(signature)));
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

const keyIdentifier = (key: KeyObject): Buffer => createHash('sha256').update(spkiOf(key)).digest().subarray(0, 20);

/** The first bit is 0, because the number must be positive. The second bit is 1, so that the first byte is not 0. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

const nameOf = (commonName: string): Buffer =>
  sequence(attribute(objectIds.organizationName, organization), attribute(objectIds.commonName, commonName));

const attribute = (id: string, text: string): Buffer => set(sequence(objectId(id), utf8String(text)));

const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octetString(value));

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})(?!$)/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
