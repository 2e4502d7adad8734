import { X509Certificate } from 'node:crypto';
import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetParameterCommand, PutParameterCommand } from '@aws-sdk/client-ssm';
import { beforeEach, expect, test } from 'vitest';
import {
  cloudFormation,
  completeStage,
  credentialKey,
  credentialKeyArn,
  errorOf,
  now,
  resetAccount,
  signingCertificates,
  signingCertificatesName,
  ssm,
} from '#tests/fixtures/aws-account.ts';
import { testSettings } from '#tests/fixtures/stage.ts';
import { ensureSigningCertificates } from './signing-certificates.ts';

const settings = testSettings(completeStage);
const dayMs = 24 * 60 * 60 * 1000;
const after = (days: number) => new Date(now.getTime() + days * dayMs);

beforeEach(resetAccount);

const written = () => ssm.commandCalls(PutParameterCommand).map(({ args: [{ input }] }) => input);

test('certificates that belong to the key and last for more than a year stay', async () => {
  expect(await ensureSigningCertificates(settings, after(8 * 365))).toBe(false);
  expect(written()).toEqual([]);
});

test.each<[string, () => void, Date]>([
  [
    'are missing',
    () =>
      ssm.on(GetParameterCommand).callsFake(() => {
        throw errorOf('ParameterNotFound');
      }),
    now,
  ],
  ['belong to another key', () => setParameter({ ...storedValue(), keyArn: 'arn:aws:kms:eu-central-1:1:key/other' }), now],
  ['cannot be read', () => setParameter({}), now],
  ['end within a year', () => undefined, after(9 * 365 + 10)],
])('new certificates are stored if the certificates %s', async (_, change, time) => {
  change();
  expect(await ensureSigningCertificates(settings, time)).toBe(true);
  const [parameter] = written();
  expect(parameter).toMatchObject({ Name: signingCertificatesName, Type: 'String', Overwrite: true });
  const { keyArn, certificates } = JSON.parse(parameter?.Value ?? '');
  expect(keyArn).toBe(credentialKeyArn);
  const [signer, authority] = certificates.map((certificate: string) => new X509Certificate(certificate));
  expect(signer.publicKey.export({ type: 'spki', format: 'der' })).toEqual(credentialKey);
  expect(signer.verify(authority.publicKey)).toBe(true);
});

test('a stack without the key stops the deployment with a sentence', async () => {
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [] });
  await expect(ensureSigningCertificates(settings, now)).rejects.toThrow('has no key for content credentials');
});

const storedValue = () => JSON.parse(signingCertificates.Parameter.Value);
const setParameter = (value: object) => ssm.on(GetParameterCommand).resolves({ Parameter: { Value: JSON.stringify(value) } });
