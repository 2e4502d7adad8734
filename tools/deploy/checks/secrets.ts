/** Checks the secrets that an operator must write. The values are never printed. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Settings } from '#infra/settings.ts';
import { type VendorName, vendorNames, vendors } from '#shared/vendors.ts';
import { type Check, type Finding, fileOf, note } from '../finding.ts';
import { listResources, type StackPart, stackName } from '../stacks.ts';

const secretType = 'AWS::SecretsManager::Secret';
const googleKey = 'GOOGLE_CLIENT_SECRET';
const placeholders = ['', 'not-set-yet'];

export const checkSecrets: Check = async ({ settings, account }) => {
  const client = new SecretsManagerClient({ region: settings.region });
  const secrets = { client, settings };
  try {
    const vendorFindings = await Promise.all(
      vendorNames.filter((name) => isNeeded(name, settings)).map((name) => checkVendor(secrets, name)),
    );
    return [...vendorFindings.flat(), ...(await checkGoogle(secrets, account))];
  } finally {
    client.destroy();
  }
};

type Secrets = { client: SecretsManagerClient; settings: Settings };

/** Returns whether the stage needs the key of a vendor. fal is only needed if it makes the videos. All other vendors are always needed. */
const isNeeded = (name: VendorName, { providers }: Settings): boolean => name !== 'fal' || providers.video === 'fal';

async function checkVendor(secrets: Secrets, name: VendorName): Promise<Finding[]> {
  const { title, purpose, keys } = vendors[name];
  const secret = await readSecret(secrets, 'runs', `${name.charAt(0).toUpperCase()}${name.slice(1)}Keys`);
  if (!secret) return [];
  const instruction = `Write it to the secret ${secret.arn}, see "Vendors' keys" in docs/runbook.md.`;
  if (!secret.values) return [note(`The secret of ${title} is not a JSON object with ${keys.join(', ')}. ${instruction}`)];
  const missing = requiredKeys(name).filter((key) => placeholders.includes(secret.values?.[key] ?? ''));
  return missing.map((key) => note(`${title} (${purpose}) does not work, because ${key} is missing. ${instruction}`));
}

/** The first field is the key. The other fields select models. Stripe is an exception, because it has a second key. */
const requiredKeys = (name: VendorName): readonly string[] => (name === 'stripe' ? vendors.stripe.keys : vendors[name].keys.slice(0, 1));

async function checkGoogle(secrets: Secrets, account: string): Promise<Finding[]> {
  const { settings } = secrets;
  const { stage, region, google } = settings;
  const redirectUri = `https://vitrine-${stage}-${account}.auth.${region}.amazoncognito.com/oauth2/idpresponse`;
  if (!google)
    return [
      note(
        `No seller can sign in. Create an OAuth client in the Google console with the redirect URI ${redirectUri}, and enter google: { clientId } in ${fileOf(settings)}.`,
      ),
    ];
  const secret = await readSecret(secrets, 'auth', 'GoogleClientSecret');
  if (!secret) return [];
  if (placeholders.includes(secret.values?.[googleKey] ?? ''))
    return [
      note(
        `No seller can sign in, because the secret of the Google client is missing. Write {"${googleKey}":"…"} to the secret ${secret.arn}.`,
      ),
    ];
  if (secret.versionId === google.secretVersion) return [];
  return [
    note(
      `Cognito may not know the current secret of the Google client. Enter google: { secretVersion: '${secret.versionId}' } in ${fileOf(settings)}.`,
    ),
  ];
}

type SecretContent = { arn: string; versionId: string | undefined; values: Record<string, string> | undefined };

/** Reads a secret by the start of its logical id. Returns undefined before its first deployment. */
async function readSecret({ client, settings }: Secrets, part: StackPart, logicalId: string): Promise<SecretContent | undefined> {
  const resources = await listResources(settings.region, stackName(settings.stage, part), secretType);
  const arn = resources.find(({ LogicalResourceId }) => LogicalResourceId?.startsWith(logicalId))?.PhysicalResourceId;
  if (!arn) return undefined;
  const { SecretString = '', VersionId: versionId } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return { arn, versionId, values: parseObject(SecretString) };
}

function parseObject(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
