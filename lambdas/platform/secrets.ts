import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { withCache } from './cached-values.ts';

const secretsManager = new SecretsManagerClient({});

export const secret = withCache(async (id) => {
  const { SecretString } = await secretsManager.send(new GetSecretValueCommand({ SecretId: id }));
  if (!SecretString) throw new Error(`The secret ${id} has no text`);
  return SecretString;
});
