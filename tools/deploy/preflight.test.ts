import { DescribeCertificateCommand, type DescribeCertificateCommandOutput } from '@aws-sdk/client-acm';
import type { Stack } from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { beforeEach, describe, expect, test } from 'vitest';
import { reservedTotal } from '#infra/functions/reserved-concurrency.ts';
import {
  account,
  acm,
  certificateArn,
  cloudFormation,
  completeStage,
  distribution,
  errorOf,
  googleVersion,
  now,
  outputs,
  resetAccount,
  secrets,
  ses,
  setQuota,
  setRecord,
  setSecret,
  setStacks,
  ssm,
  sts,
  toolkitStack,
  webStack,
} from '#tests/fixtures/aws-account.ts';
import { testSettings } from '#tests/fixtures/stage.ts';
import { checkOperation } from './checks/operation.ts';
import { formatFindings, type PreflightOptions, preflight } from './preflight.ts';

beforeEach(resetAccount);

const notFound = () => Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }));
const dns: NonNullable<PreflightOptions['dns']> = {
  resolveCname: async () => [distribution],
  resolve4: notFound,
  resolveNs: notFound,
};

/** Returns the findings about the AWS account, without the findings about shared/site.ts. */
async function run(changes: Partial<typeof completeStage> = {}, options: PreflightOptions = {}) {
  const findings = await preflight(testSettings({ ...completeStage, ...changes }), { now, dns, ...options });
  return findings.filter(({ text }) => !text.includes('shared/site.ts'));
}

const blockers = async (...parameters: Parameters<typeof run>) =>
  (await run(...parameters)).filter(({ isBlocking }) => isBlocking).map(({ text }) => text);
const notes = async (...parameters: Parameters<typeof run>) =>
  (await run(...parameters)).filter(({ isBlocking }) => !isBlocking).map(({ text }) => text);

test('a complete stage has no findings', async () => {
  expect(await run()).toEqual([]);
});

describe('credentials', () => {
  test('credentials of another account are refused, and no other check reads this account', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '210987654321' });
    expect(await blockers()).toEqual([
      'These credentials belong to the account 210987654321, but infra/stages/prod.ts names the account 123456789012. Select the credentials of this account with AWS_PROFILE.',
    ]);
    expect(cloudFormation.calls()).toEqual([]);
  });

  test('credentials are refused if the file names no account', async () => {
    expect(await blockers({ account: undefined })).toEqual([expect.stringContaining(`enter account: '${account}'`)]);
  });

  test('missing or expired credentials are refused', async () => {
    sts.on(GetCallerIdentityCommand).rejects(errorOf('ExpiredTokenException', 'The security token included in the request is expired'));
    expect(await blockers()).toEqual([expect.stringMatching(/^AWS accepts no credentials \(The security token .* is expired\)\. Sign in/)]);
  });
});

describe('the preparation for CDK', () => {
  test('the preparation for CDK is missing in both regions of a new account', async () => {
    setStacks();
    ssm.on(GetParameterCommand).rejects(errorOf('ParameterNotFound'));
    expect(await blockers()).toEqual([
      'The region eu-central-1 is not prepared for CDK. Run "npx cdk bootstrap aws://123456789012/eu-central-1".',
      'The region us-east-1 is not prepared for CDK. Run "npx cdk bootstrap aws://123456789012/us-east-1".',
    ]);
  });

  test.each<[string, Partial<Stack>, string]>([
    ['is too old', { Outputs: outputs({ BootstrapVersion: '6' }) }, 'is prepared for an old version of CDK (6 instead of 23)'],
    ['has no version', { Outputs: [] }, 'is prepared for an old version of CDK (0 instead of 23)'],
    ['failed', { StackStatus: 'ROLLBACK_COMPLETE' }, 'did not finish (ROLLBACK_COMPLETE)'],
  ])('the preparation for CDK blocks if it %s', async (_, changes, text) => {
    setStacks({ ...toolkitStack, ...changes }, webStack);
    expect(await blockers({ region: 'us-east-1' }, {})).toContainEqual(expect.stringContaining(text));
  });
});

describe('the deployed stage', () => {
  test('a deployed stage in another region blocks', async () => {
    setRecord({ ...completeStage, region: 'us-west-2' });
    expect(await blockers()).toEqual([
      expect.stringMatching(/^The stage prod is already deployed in us-west-2, .* enter region: 'us-west-2'\.$/),
    ]);
  });

  test('a stage with stacks but without a record blocks until the operator adopts it', async () => {
    ssm.on(GetParameterCommand).rejects(errorOf('ParameterNotFound'));
    expect(await blockers()).toEqual([
      expect.stringMatching(/^This account already contains .*vitrine-prod-web.*Use another stage name .* add --adopt\.$/),
    ]);
    expect(await blockers({}, { isAdopted: true })).toEqual([]);
  });

  test('a stage without a record and without stacks gets its first deployment', async () => {
    ssm.on(GetParameterCommand).rejects(errorOf('ParameterNotFound'));
    setStacks(toolkitStack);
    expect(await blockers()).toEqual([]);
  });

  test.each<[Partial<typeof completeStage>, string]>([
    [{ google: undefined }, "google.clientId: '1-a.apps.googleusercontent.com'"],
    [{ mailFrom: undefined }, "mailFrom: 'hello@example.com'"],
    [{ monthlyBudgetDollars: undefined }, "monthlyBudgetDollars: '200'"],
  ])('a stage that would lose a setting through %j blocks', async (changes, text) => {
    const found = await blockers(changes);
    expect(found.join()).toContain(`The deployed stage has ${text}, but infra/stages/prod.ts does not contain it. Enter it again.`);
  });

  test('a stage can lose a setting if the operator confirms this by the name of the setting', async () => {
    expect(await blockers({ mailFrom: undefined }, { removed: ['mailFrom'] })).toEqual([]);
    expect(await blockers({ mailFrom: undefined }, { removed: ['alarmEmail'] })).toHaveLength(1);
  });

  test.each<[Partial<Stack>, string]>([
    [{ StackStatus: 'UPDATE_IN_PROGRESS' }, 'Wait until it has ended.'],
    [{ StackStatus: 'UPDATE_ROLLBACK_FAILED' }, 'run "npx cdk rollback vitrine-prod-web".'],
    [{ StackStatus: 'ROLLBACK_COMPLETE', EnableTerminationProtection: true }, '--no-enable-termination-protection'],
  ])('a stage with a stack in the state %j blocks', async (changes, text) => {
    setStacks(toolkitStack, { ...webStack, ...changes });
    expect(await blockers()).toEqual([expect.stringContaining(text)]);
  });

  test('a stage can be deployed again after the first deployment of a stack failed', async () => {
    setStacks(toolkitStack, { ...webStack, StackStatus: 'ROLLBACK_COMPLETE' });
    expect(await run()).toEqual([{ isBlocking: false, text: expect.stringContaining('deletes the stack and creates it again.') }]);
  });

  test('a stage whose check fails blocks, because its state is unknown', async () => {
    ssm.on(GetParameterCommand).rejects(errorOf('AccessDeniedException', 'not authorized to perform: ssm:GetParameter'));
    expect(await blockers()).toEqual([
      'The check of the deployed stage failed: not authorized to perform: ssm:GetParameter. Nothing is deployed without this check.',
    ]);
  });
});

describe('the origin of a site without a domain', () => {
  const withoutDomain = { ...completeStage, domain: undefined };

  test('the first deployment creates the origin of a site without a domain', async () => {
    ssm.on(GetParameterCommand).rejects(errorOf('ParameterNotFound'));
    setStacks(toolkitStack);
    expect(await notes(withoutDomain)).toContainEqual(expect.stringContaining('This deployment creates it'));
  });

  test('the origin must be entered after the first deployment', async () => {
    setRecord(withoutDomain);
    expect(await notes(withoutDomain)).toEqual([expect.stringContaining("Enter siteOrigin: 'https://d111.cloudfront.net'")]);
  });

  test('the origin blocks if it is not the address of CloudFront', async () => {
    setRecord(withoutDomain);
    expect(await blockers({ ...withoutDomain, siteOrigin: 'https://d112.cloudfront.net' })).toEqual([
      "The address of the site is https://d111.cloudfront.net, but siteOrigin is 'https://d112.cloudfront.net'. Enter siteOrigin: 'https://d111.cloudfront.net'.",
    ]);
  });
});

describe('the certificate', () => {
  test.each<[string, Partial<DescribeCertificateCommandOutput>, string]>([
    [
      'is not issued yet',
      {
        Certificate: {
          Status: 'PENDING_VALIDATION',
          DomainValidationOptions: [
            { DomainName: 'shop.example.com', ResourceRecord: { Name: '_a.shop.example.com', Type: 'CNAME', Value: '_b.acm.aws' } },
          ],
        },
      },
      'Create these DNS records and wait some minutes: _a.shop.example.com CNAME _b.acm.aws.',
    ],
    ['has expired', { Certificate: { Status: 'EXPIRED' } }, 'cannot be used (EXPIRED)'],
    ['has another name', { Certificate: { Status: 'ISSUED', DomainName: 'other.example.com' } }, 'but not for shop.example.com'],
    ['is for a higher level', { Certificate: { Status: 'ISSUED', DomainName: '*.com' } }, 'but not for shop.example.com'],
  ])('the certificate blocks if it %s', async (_, response, text) => {
    acm.on(DescribeCertificateCommand).resolves(response);
    expect(await blockers()).toEqual([expect.stringContaining(text)]);
  });

  test('the certificate blocks if it does not exist', async () => {
    acm.on(DescribeCertificateCommand).rejects(errorOf('ResourceNotFoundException'));
    expect(await blockers()).toEqual([
      expect.stringContaining('does not exist. Request a certificate for shop.example.com in ACM in us-east-1'),
    ]);
  });

  test('a certificate with a wildcard is accepted', async () => {
    acm.on(DescribeCertificateCommand).resolves({ Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.example.com'] } });
    expect(await run()).toEqual([]);
  });

  test('a certificate that ends soon is reported', async () => {
    acm.on(DescribeCertificateCommand).resolves({
      Certificate: { Status: 'ISSUED', DomainName: 'shop.example.com', NotAfter: new Date('2026-12-03T12:00:00Z') },
    });
    expect(await notes()).toEqual([expect.stringContaining('ends in 10 days')]);
  });
});

describe('the DNS records', () => {
  test('the DNS records of a domain that does not lead to the site are reported', async () => {
    const text = 'Create the DNS record shop.example.com CNAME d111.cloudfront.net.';
    expect(await notes({}, { dns: { ...dns, resolveCname: notFound } })).toEqual([expect.stringContaining(text)]);
    const resolve4 = async (name: string) => [name === distribution ? '192.0.2.1' : '192.0.2.9'];
    expect(await notes({}, { dns: { ...dns, resolveCname: async () => ['other.example.net'], resolve4 } })).toHaveLength(1);
  });

  test('the DNS records may contain the addresses of CloudFront instead of its name', async () => {
    expect(await run({}, { dns: { ...dns, resolveCname: notFound, resolve4: async () => ['192.0.2.1'] } })).toEqual([]);
  });

  test('the DNS records of a zone whose name servers are not from Route 53 are reported', async () => {
    const domain = { name: 'shop.example.com', certificateArn, hostedZone: { id: 'Z1', name: 'example.com' } };
    expect(await notes({ domain })).toEqual([expect.stringContaining('Enter the four name servers of the zone Z1')]);
    expect(await run({ domain }, { dns: { ...dns, resolveNs: async () => ['ns-1.awsdns-01.org'] } })).toEqual([]);
  });

  test('DNS records that cannot be read do not block', async () => {
    const fails = () => Promise.reject(new Error('no network'));
    expect(await run({}, { dns: { ...dns, resolveCname: fails } })).toEqual([
      { isBlocking: false, text: 'The check of the DNS records failed: no network.' },
    ]);
  });
});

describe('quotas', () => {
  test.each([undefined, 10])('the quotas of a new account are too low, with concurrencyQuota: %s', async (concurrencyQuota) => {
    setQuota({ quota: 10 });
    const found = await run({ concurrencyQuota }, { removed: ['concurrencyQuota'] });
    expect(found).toContainEqual({
      isBlocking: false,
      text: expect.stringMatching(
        /^The account runs at most 10 Lambda functions .* Request 1000 in the console: .* region eu-central-1\.$/,
      ),
    });
    expect(found.filter(({ isBlocking }) => isBlocking)).toEqual([]);
  });

  test('quotas below the setting block a deployment, because AWS would stop it in the middle', async () => {
    setQuota({ quota: 400 });
    expect(await blockers()).toEqual([
      'infra/stages/prod.ts names the quota concurrencyQuota: 1000, but the account runs at most 400 Lambda functions at the same time in eu-central-1. Enter concurrencyQuota: 400, or wait until AWS has increased the quota.',
    ]);
  });

  test('a quota blocks if other functions reserve too much of it', async () => {
    setQuota({ quota: 1000, reservedElsewhere: 900 - reservedTotal + 1 });
    expect(await blockers()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The stage reserves ${reservedTotal} concurrent functions, but only ${reservedTotal - 1} of the 1000 .* Request a higher quota, or remove concurrencyQuota .*\\.$`,
        ),
      ),
    ]);
    setQuota({ quota: 1000, reservedElsewhere: 900 - reservedTotal });
    expect(await run()).toEqual([]);
  });

  test('a report says that the quota is sufficient, but that the stage reserves nothing', async () => {
    expect(await notes({ concurrencyQuota: undefined }, { removed: ['concurrencyQuota'] })).toEqual([
      'Archives can delay captures and webhooks, because nothing is reserved. Enter concurrencyQuota: 1000 in infra/stages/prod.ts.',
    ]);
    expect(await notes({ concurrencyQuota: 499 })).toEqual([
      'With concurrencyQuota: 499, archives can delay captures and webhooks, because reservations need a quota of 500.',
    ]);
  });
});

describe('mail', () => {
  test('mail in the sandbox is reported', async () => {
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: false, SendingEnabled: true });
    expect(await notes()).toEqual([expect.stringContaining('SES is in the sandbox')]);
  });

  test('mail that AWS has paused is reported', async () => {
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: false });
    expect(await notes()).toEqual([expect.stringContaining('AWS has paused the mails')]);
  });

  test('mail from an unconfirmed domain is reported with the DNS records', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false, DkimAttributes: { Tokens: ['abc'] } });
    expect(await notes()).toEqual([expect.stringContaining('abc._domainkey.example.com CNAME abc.dkim.amazonses.com')]);
  });

  test('mail from a domain that is not deployed yet is reported', async () => {
    ses.on(GetEmailIdentityCommand).rejects(errorOf('NotFoundException'));
    expect(await notes()).toEqual([expect.stringContaining('The deployment adds the domain example.com to SES')]);
  });

  test('mail without a sender is reported', async () => {
    setRecord({ ...completeStage, mailFrom: undefined });
    expect(await notes({ mailFrom: undefined })).toEqual(['No mail is sent to sellers. Enter mailFrom in infra/stages/prod.ts.']);
  });
});

describe('secrets', () => {
  test.each<[string, string, string]>([
    ['FalKeys', '{"FAL_KEY":"","FAL_ENDPOINT_VEO3":""}', 'fal (makes the videos) does not work, because FAL_KEY is missing.'],
    ['StripeKeys', '{"STRIPE_SECRET_KEY":"sk"}', 'because STRIPE_WEBHOOK_SECRET is missing. Write it to the secret StripeKeys'],
    ['OpenaiKeys', 'sk-proj', 'The secret of OpenAI is not a JSON object with OPENAI_API_KEY'],
    ['OpenaiKeys', '["sk-proj"]', 'The secret of OpenAI is not a JSON object with OPENAI_API_KEY'],
    [
      'GoogleClientSecret',
      '{"GOOGLE_CLIENT_SECRET":"not-set-yet"}',
      'Write {"GOOGLE_CLIENT_SECRET":"…"} to the secret GoogleClientSecret.',
    ],
    ['GoogleClientSecret', 'GOCSPX-a', 'Write {"GOOGLE_CLIENT_SECRET":"…"} to the secret GoogleClientSecret.'],
  ])('the secrets of %s with the content %s are reported', async (id, content, text) => {
    setSecret(id, content);
    expect(await notes()).toEqual([expect.stringContaining(text)]);
  });

  test('secrets never appear in a finding', async () => {
    for (const id of ['OpenaiKeys', 'GoogleClientSecret']) setSecret(id, 'top-secret-value');
    expect((await notes()).join()).not.toContain('top-secret-value');
  });

  test('the secrets of fal are not needed if Gemini makes the videos', async () => {
    setSecret('FalKeys', '{"FAL_KEY":""}');
    const providers = { video: 'gemini' } as const;
    setRecord({ ...completeStage, providers });
    expect(await run({ providers })).toEqual([]);
  });

  test('the secrets of Google in another version are reported with the version to enter', async () => {
    const google = { clientId: '1-a.apps.googleusercontent.com', secretVersion: '00000000-0000-4000-8000-000000000000' };
    setRecord({ ...completeStage, google });
    expect(await notes({ google })).toEqual([expect.stringContaining(`Enter google: { secretVersion: '${googleVersion}' }`)]);
  });

  test('secrets that the credentials may not read do not block a deployment', async () => {
    secrets.on(GetSecretValueCommand).rejects(errorOf('AccessDeniedException', 'not authorized'));
    expect(await run()).toEqual([{ isBlocking: false, text: 'The check of the secrets failed: not authorized.' }]);
  });

  test('secrets without a Google client are reported with the redirect URI', async () => {
    setRecord({ ...completeStage, google: undefined });
    expect(await notes({ google: undefined })).toEqual([
      expect.stringContaining('https://vitrine-prod-123456789012.auth.eu-central-1.amazoncognito.com/oauth2/idpresponse'),
    ]);
  });
});

describe('the operation of the site', () => {
  const site = {
    operator: 'Vitrine Ltd',
    contacts: { general: 'a@b.com', support: 'a@b.com', founder: 'a@b.com' },
    areLegalTextsReviewed: true,
  };
  const settings = testSettings(completeStage);

  test('the operation of the site has no findings if all values are set', async () => {
    expect(await checkOperation(site)({ settings, account })).toEqual([]);
  });

  test('the operation of the site needs an operator, contacts, reviewed texts, and addresses for alarms and costs', async () => {
    const emptySite = {
      ...site,
      operator: '',
      contacts: { ...site.contacts, support: 'support@vitrine.example' },
      areLegalTextsReviewed: false,
    };
    const findings = await checkOperation(emptySite)({ settings: testSettings({ region: 'us-east-1' }), account });
    expect(findings.map(({ text }) => /Enter (\w+)|set (\w+)/.exec(text)?.slice(1).find(Boolean))).toEqual([
      'alarmEmail',
      'monthlyBudgetDollars',
      'operator',
      'contacts',
      'areLegalTextsReviewed',
    ]);
  });
});

test('the text for the operator starts with the findings that stop the deployment', () => {
  const findings = [
    { isBlocking: true, text: 'No credentials.' },
    { isBlocking: false, text: 'No mail.' },
  ];
  expect(formatFindings(findings)).toBe(
    'Nothing is deployed until these points are solved:\n  - No credentials.\nThese points are open, but do not prevent a deployment:\n  - No mail.',
  );
  expect(formatFindings([])).toBe('The preflight found no open points.');
});
