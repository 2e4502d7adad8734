import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { withCache } from './cached-values.ts';

const secretsManager = new SecretsManagerClient({});

export const secret = withCache(async (id) => {
  const { SecretString } = await secretsManager.send(new GetSecretValueCommand({ SecretId: id }));
  if (!SecretString) throw new Error(`The secret ${id} has no text`);
  return SecretString;
});

/** Returns the value that a secret had before its last change. A secret that never changed has the previous value ''. */
export const previousSecret = withCache(async (id) => {
  try {
    const { SecretString = '' } = await secretsManager.send(new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSPREVIOUS' }));
    return SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return '';
    throw error;
  }
});
