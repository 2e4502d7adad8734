import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';

/** A warm environment caches a value only for this time. So a new value of a secret is used without a deployment. */
const cacheMs = 5 * 60_000;

function withCache(read: (name: string) => Promise<string>): (name: string) => Promise<string> {
  const values = new Map<string, { value: Promise<string>; until: number }>();
  return (name) => {
    const entry = values.get(name);
    if (entry && entry.until > Date.now()) return entry.value;
    const value = read(name);
    values.set(name, { value, until: Date.now() + cacheMs });
    value.catch(() => values.delete(name));
    return value;
  };
}

const secretsManager = new SecretsManagerClient({});
const parameterStore = new SSMClient({});

export const secret = withCache(async (id) => {
  const { SecretString } = await secretsManager.send(new GetSecretValueCommand({ SecretId: id }));
  if (!SecretString) throw new Error(`The secret ${id} has no text`);
  return SecretString;
});

export const parameter = withCache(async (name) => {
  const { Parameter } = await parameterStore.send(new GetParameterCommand({ Name: name }));
  if (!Parameter?.Value) throw new Error(`The parameter ${name} has no value`);
  return Parameter.Value;
});
