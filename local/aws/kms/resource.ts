import { createCredentialChain } from '#infra/certificates/credential-chain.ts';
import { signingCertificatesParameter } from '#infra/settings.ts';
import { isSigningSupported } from '#infra/stages/local.ts';
import type { Resource } from '../../template/assembly.ts';
import { accountId } from '../../template/resolve.ts';
import { arn, physicalName, type ResourceType } from '../../template/resource-type.ts';

const keyArn = (resource: Resource): string => arn('kms', `key/${physicalName(resource)}`);

/** The template has one key, which signs the content credentials. On AWS, `npm run deploy` creates the certificates of this key. */
export const kmsKey: ResourceType = {
  type: 'AWS::KMS::Key',
  properties: {
    reads: ['KeyPolicy'],
    allowedValues: { KeySpec: ['ECC_NIST_P256'], KeyUsage: ['SIGN_VERIFY'] },
    ignores: { Description: 'Only people read this text.' },
  },
  ref: physicalName,
  attributes: { Arn: keyArn },
  startAll(resources, { resolver, keys, parameters }) {
    for (const resource of resources) {
      assertRolesDecide(resolver.resolve<KeyProperties>(resource.stack, resource.properties));
      const key = keyArn(resource);
      keys.create(key);
      if (!isSigningSupported) continue;
      const certificates = keys.certificatesOf(key, (publicKey) => createCredentialChain(publicKey, new Date()));
      parameters.put(signingCertificatesParameter('prod'), JSON.stringify({ keyArn: key, certificates }));
    }
  },
};

type KeyProperties = { KeyPolicy: { Statement: { Action?: unknown; Effect?: unknown; Principal?: { AWS?: unknown } }[] } };

/**
 * If a key policy allows everything to the account, the policies of roles decide. The local cloud checks only the policies of roles, so it
 * accepts only this key policy.
 * https://docs.aws.amazon.com/kms/latest/developerguide/key-policy-default.html
 */
function assertRolesDecide({ KeyPolicy: { Statement } }: KeyProperties): void {
  const [statement, ...others] = Statement;
  const isDefault =
    others.length === 0 &&
    statement?.Effect === 'Allow' &&
    statement.Action === 'kms:*' &&
    String(statement.Principal?.AWS) === `arn:aws:iam::${accountId}:root`;
  if (!isDefault) throw new Error(`The local cloud does not know this key policy: ${JSON.stringify(Statement)}`);
}
