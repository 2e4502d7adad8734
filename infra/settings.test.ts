import { describe, expect, test } from 'vitest';
import { type StageFile, toSettings } from './settings.ts';
import { localSettings } from './stages/local.ts';
import { settingsOfStage } from './stages/stages.ts';

const complete: StageFile = {
  account: '123456789012',
  region: 'eu-central-1',
  domain: {
    name: 'shop.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/5e1f2a3b-0000-4000-8000-000000000000',
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
  google: { clientId: '123-abc.apps.googleusercontent.com', secretVersion: '5e1f2a3b-0000-4000-8000-000000000000' },
  imageHost: { cloudName: 'demo', uploadPreset: 'unsigned' },
  mailFrom: 'hello@example.com',
  alarmEmail: 'ops@example.com',
  monthlyBudgetDollars: 200,
  concurrencyQuota: 1000,
  canaryMinutes: 10,
  githubRepository: 'example/vitrine',
  contentCredentials: { withoutKey: 'deliver-unsigned' },
  providers: { video: 'gemini', prompt: 'openai' },
};

describe('the file of a stage', () => {
  test('the file of a stage with all settings is accepted, and its domain determines the origin', () => {
    expect(toSettings('prod', complete)).toEqual({ ...complete, stage: 'prod', siteOrigin: 'https://shop.example.com' });
  });

  test('the file of a stage with only a region is accepted, and has the default vendors', () => {
    expect(toSettings('test', { region: 'us-east-1' })).toEqual({
      stage: 'test',
      region: 'us-east-1',
      contentCredentials: { withoutKey: 'withhold' },
      providers: { video: 'fal', prompt: 'gemini' },
    });
  });

  test.each<[object, string]>([
    [
      { account: '1234' },
      "account must be the account's number with 12 digits, which `aws sts get-caller-identity` prints, but is '1234'.",
    ],
    [{ account: 123456789012 }, "account must be the account's number"],
    [{ region: undefined }, 'region must be an AWS region such as us-east-1, but is missing.'],
    [{ region: 'Frankfurt' }, "region must be an AWS region such as us-east-1, but is 'Frankfurt'."],
    [{ domain: undefined, siteOrigin: 'https://shop.example.com/' }, 'siteOrigin must be an origin such as https://example.com'],
    [{ domain: undefined, siteOrigin: 'http://shop.example.com' }, 'siteOrigin must be an origin such as https://example.com'],
    [{ siteOrigin: 'https://other.example.com' }, 'Remove siteOrigin: the domain determines it.'],
    [{ domain: { name: 'shop.example.com' } }, 'domain.certificateArn must be the ARN of a certificate in us-east-1'],
    [
      { domain: { ...complete.domain, certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1' } },
      'domain.certificateArn must be the ARN of a certificate in us-east-1',
    ],
    [{ account: '210987654321' }, 'domain.certificateArn names another AWS account'],
    [
      { domain: { ...complete.domain, hostedZone: { id: 'Z1', name: 'other.com' } } },
      "domain.hostedZone.name is 'other.com', but shop.example.com is not in this zone.",
    ],
    [{ google: { clientId: 'GOCSPX-secret' } }, 'google.clientId must be a client id that ends with .apps.googleusercontent.com'],
    [{ imageHost: { cloudName: 'demo' } }, 'imageHost.uploadPreset must be the name of an unsigned upload preset, but is missing.'],
    [{ mailFrom: 'Vitrine <hello@example.com>' }, 'mailFrom must be an e-mail address such as hello@example.com'],
    [{ alarmEmail: 'ops' }, "alarmEmail must be an e-mail address such as hello@example.com, but is 'ops'."],
    [{ alarmEmail: undefined }, 'monthlyBudgetDollars needs alarmEmail'],
    [{ monthlyBudgetDollars: '200' }, 'monthlyBudgetDollars must be a number'],
    [{ monthlyBudgetDollars: 0 }, 'monthlyBudgetDollars must be at least 1'],
    [{ canaryMinutes: 7 }, "canaryMinutes must be one of 5, 10, 15, 30, but is '7'."],
    [{ canaryMinutes: '10' }, 'canaryMinutes must be one of 5, 10, 15, 30'],
    [{ concurrencyQuota: 0 }, "concurrencyQuota must be at least 1, but is '0'."],
    [{ concurrencyQuota: 99.5 }, 'concurrencyQuota must be a whole number'],
    [{ concurrencyQuota: '1000' }, 'concurrencyQuota must be a number'],
    [{ githubRepository: 'https://github.com/example/vitrine' }, 'githubRepository must be a repository such as owner/name'],
    [
      { contentCredentials: { withoutKey: 'deliver' } },
      "contentCredentials.withoutKey must be one of withhold, deliver-unsigned, but is 'deliver'.",
    ],
    [{ providers: { video: 'openai' } }, "providers.video must be one of fal, gemini, but is 'openai'."],
    [{ providers: { prompt: 'mistral' } }, "providers.prompt must be one of gemini, openai, but is 'mistral'."],
    [{ googleClientId: 'a' }, 'must not contain googleClientId, because no such setting exists'],
    [{ domain: 'shop.example.com' }, 'domain must be an object with name, certificateArn, hostedZone'],
  ])('the file of a stage with %j is rejected with a sentence about the wrong value', (change, sentence) => {
    expect(() => toSettings('prod', { ...complete, ...change })).toThrow(sentence);
  });

  test('the file of a stage with several wrong values is rejected with one sentence for each value', () => {
    expect(() => toSettings('prod', { region: 'x', alarmEmail: 'ops' })).toThrow(
      "infra/stages/prod.ts: region must be an AWS region such as us-east-1, but is 'x'.\ninfra/stages/prod.ts: alarmEmail must be",
    );
  });

  test.each([undefined, null, [], 'prod', {}])('the file of a stage with the content %j is rejected', (file) => {
    expect(() => toSettings('prod', file)).toThrow('infra/stages/prod.ts: ');
  });

  test.each(['Prod', 'prod-1', '1prod', '', 'a'.repeat(17)])('the file of a stage with the name %j is rejected', (stage) => {
    expect(() => toSettings(stage, complete)).toThrow('The stage must be a short word in lower case');
  });
});

describe('the stages of this repository', () => {
  test('the files of all stages are valid', () => {
    expect(settingsOfStage('prod')).toMatchObject({ stage: 'prod' });
  });

  test.each(['staging', '__proto__', 'toString'])('the stage %s does not exist, and the error says how to add a stage', (stage) => {
    expect(() => settingsOfStage(stage)).toThrow('Copy infra/stages/prod.ts and add the new file to infra/stages/stages.ts.');
  });
});

describe('the settings of the local cloud', () => {
  test('the settings of the local cloud contain the vendors and the image host from the variables', () => {
    const variables = {
      VIDEO_PROVIDER: 'gemini',
      PROMPT_PROVIDER: 'openai',
      CLOUDINARY_CLOUD_NAME: 'demo',
      CLOUDINARY_UPLOAD_PRESET: 'unsigned',
    };
    expect(localSettings('http://localhost:4000', variables)).toMatchObject({
      siteOrigin: 'http://localhost:4000',
      providers: { video: 'gemini', prompt: 'openai' },
      imageHost: { cloudName: 'demo', uploadPreset: 'unsigned' },
    });
  });

  test.each([
    [{ CLOUDINARY_CLOUD_NAME: 'demo' }, 'CLOUDINARY_CLOUD_NAME and CLOUDINARY_UPLOAD_PRESET must be set together'],
    [{ VIDEO_PROVIDER: 'openai' }, 'providers.video must be one of fal, gemini'],
  ])('the settings of the local cloud reject %j', (variables, message) => {
    expect(() => localSettings('http://localhost:4000', variables)).toThrow(message);
  });
});
