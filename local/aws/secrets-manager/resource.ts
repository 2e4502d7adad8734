import type { Resource } from '../../template/assembly.ts';
import { arn, physicalName, type ResourceType } from '../../template/resource-type.ts';
import type { PasswordSettings } from './secrets.ts';

type SecretProperties = {
  SecretString?: string;
  GenerateSecretString?: PasswordSettings & { SecretStringTemplate?: string; GenerateStringKey?: string };
};

const generatedProperties = ['ExcludePunctuation', 'GenerateStringKey', 'PasswordLength', 'SecretStringTemplate'];

const secretArn = (resource: Resource): string => arn('secretsmanager', `secret:${physicalName(resource)}`);

/**
 * In the template, a secret contains either placeholders for named keys or a generated value. The values of the named keys come from
 * `.env`. A generated value is created once per installation.
 */
export const secretsManagerSecret: ResourceType = {
  type: 'AWS::SecretsManager::Secret',
  properties: {
    reads: ['SecretString', ...generatedProperties.map((name) => `GenerateSecretString.${name}`)],
    ignores: { Description: 'Only people read this text.' },
  },
  ref: secretArn,
  attributes: { Id: secretArn },
  startAll(resources, { resolver, secrets, env }) {
    for (const resource of resources) {
      const { SecretString, GenerateSecretString } = resolver.resolve<SecretProperties>(resource.stack, resource.properties);
      const key = secretArn(resource);
      if (GenerateSecretString?.GenerateStringKey) {
        const template = JSON.parse(GenerateSecretString.SecretStringTemplate ?? '{}') as Record<string, string>;
        secrets.put(
          key,
          JSON.stringify({ ...template, [GenerateSecretString.GenerateStringKey]: secrets.getOrGenerate(key, GenerateSecretString) }),
        );
      } else if (SecretString) {
        secrets.put(key, fillFromEnv(SecretString, env));
      } else secrets.put(key, secrets.getOrGenerate(key, GenerateSecretString));
    }
  },
};

function fillFromEnv(text: string, env: Record<string, string>): string {
  const names = Object.keys(JSON.parse(text) as Record<string, string>);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, env[name] ?? ''])));
}
