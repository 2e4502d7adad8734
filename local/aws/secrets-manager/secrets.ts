/** Secrets Manager with the secrets of the template. The values come from `.env`. Generated values are stored on disk. */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomically } from '../../base/write-atomically.ts';

export type CallResponse = { status: number; body: unknown; headers?: Record<string, string> };

export type Secrets = {
  put(arn: string, text: string): void;
  /** Returns a random text that is created once per installation. */
  getOrGenerate(arn: string, password?: PasswordSettings): string;
  readText(arn: string, key?: string): string;
  handleCall(operation: string, body: Record<string, unknown>): CallResponse;
};

/** Part of `GenerateSecretString` of AWS::SecretsManager::Secret, with AWS's defaults. */
export type PasswordSettings = { PasswordLength?: number; ExcludePunctuation?: boolean };

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

export function openSecrets(file: string): Secrets {
  const generatedValues: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const values = new Map<string, string>();
  /** The values before the last change by a call. After a restart, each secret has its first value again. */
  const previousValues = new Map<string, string>();

  const text = (arn: string, key = ''): string => {
    const value = values.get(arn);
    if (value === undefined) throw new Error(`There is no secret ${arn}`);
    return key ? String((JSON.parse(value) as Record<string, unknown>)[key] ?? '') : value;
  };

  return {
    put: (arn, value) => void values.set(arn, value),
    getOrGenerate(arn, password = {}) {
      generatedValues[arn] ??= randomText(password);
      mkdirSync(dirname(file), { recursive: true });
      writeAtomically(file, JSON.stringify(generatedValues, null, 2));
      return generatedValues[arn];
    },
    readText: text,
    handleCall(operation, { SecretId, SecretString, VersionStage = 'AWSCURRENT' }) {
      const arn = String(SecretId);
      const description = { ARN: arn, Name: arn.split(':').at(-1) };
      const currentValue = values.get(arn);
      if (operation === 'PutSecretValue' && currentValue !== undefined) {
        previousValues.set(arn, currentValue);
        values.set(arn, String(SecretString));
        return { status: 200, body: { ...description, VersionStages: ['AWSCURRENT'] } };
      }
      if (operation !== 'GetSecretValue') return { status: 501, body: { __type: 'NotImplemented', message: operation } };
      const value = VersionStage === 'AWSPREVIOUS' ? previousValues.get(arn) : currentValue;
      if (value === undefined)
        return { status: 400, body: { __type: 'ResourceNotFoundException', message: `There is no version ${VersionStage} of ${arn}` } };
      return { status: 200, body: { ...description, SecretString: value, VersionStages: [VersionStage] } };
    },
  };
}

function randomText({ PasswordLength = 32, ExcludePunctuation = false }: PasswordSettings): string {
  const characters = ExcludePunctuation ? lettersAndDigits : lettersAndDigits + punctuation;
  return Array.from({ length: PasswordLength }, () => characters[randomInt(characters.length)]).join('');
}
