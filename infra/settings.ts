/** The settings of a stage: their schema, their checks and the names that depend on them. No setting is secret. */
import * as z from 'zod';
import { promptVendorNames, videoVendorNames } from '#shared/vendors.ts';

/** Returns the check of a value. The error describes a correct value. */
const textLike = (pattern: RegExp, expected: string) => z.string({ error: expected }).regex(pattern, { error: expected });
const objectWith = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys'
        ? `must not contain ${String((keys as string[]).join(', '))}, because no such setting exists`
        : `must be an object with ${Object.keys(shape).join(', ')}`,
  });
const oneOf = <const Names extends readonly string[]>(names: Names) => z.enum(names, { error: `must be one of ${names.join(', ')}` });

const emailAddress = textLike(/^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/, 'must be an e-mail address such as hello@example.com');
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** The possible durations of a canary, in minutes. CodeDeploy has a configuration for each of them. */
export const canaryDurations = [5, 10, 15, 30] as const;

/** The schema of a file in stages/. */
const stageFile = objectWith({
  /** The AWS account of the stage. With the credentials of another account, the deployment stops. */
  account: textLike(/^\d{12}$/, "must be the account's number with 12 digits, which `aws sts get-caller-identity` prints").optional(),
  /** The region of all resources, except the firewall, which is always in us-east-1. */
  region: textLike(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'must be an AWS region such as us-east-1'),
  /**
   * The origin of the site. The first deployment creates CloudFront's address and prints it. A stage with a domain does not need this
   * setting.
   */
  siteOrigin: textLike(/^https:\/\/[a-z0-9.-]+$|^http:\/\/localhost:\d+$/, 'must be an origin such as https://example.com').optional(),
  /** A custom domain, with its certificate in us-east-1. */
  domain: objectWith({
    name: textLike(hostName, 'must be a host name such as shop.example.com'),
    certificateArn: textLike(
      /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
      'must be the ARN of a certificate in us-east-1: arn:aws:acm:us-east-1:…',
    ),
    /** The zone of the domain, if it is in Route 53. The deployment then creates the DNS records of the site. */
    hostedZone: objectWith({
      id: textLike(/^Z[A-Z0-9]+$/, 'must be the id of a hosted zone such as Z0123456789'),
      name: textLike(hostName, 'must be a host name such as example.com'),
    }).optional(),
  }).optional(),
  /** The OAuth client of the Google project that signs the sellers in. */
  google: objectWith({
    clientId: textLike(/^[\w-]+\.apps\.googleusercontent\.com$/, 'must be a client id that ends with .apps.googleusercontent.com'),
    /** The version of the secret in Secrets Manager. A new value here makes Cognito read the secret again, for example after a rotation. */
    secretVersion: textLike(/^[\w-]{32,64}$/, 'must be the version id of the secret, which the preflight prints').optional(),
  }).optional(),
  /**
   * A Cloudinary account with an unsigned upload preset. If this setting has a value, clients upload to this account (docs/spec.md 4.6).
   */
  imageHost: objectWith({
    cloudName: textLike(/^[\w-]+$/, 'must be the cloud name of a Cloudinary account'),
    uploadPreset: textLike(/^[\w-]+$/, 'must be the name of an unsigned upload preset'),
  }).optional(),
  /** The sender address of mail. Without this address, no mail is sent. */
  mailFrom: emailAddress.optional(),
  /** The address that receives the mails of alarms and of the budget. Without this address, alarms are visible only in the console. */
  alarmEmail: emailAddress.optional(),
  /**
   * The expected costs of the AWS account in a month. AWS sends a mail to `alarmEmail` if the actual costs exceed 80 % of this value, or if
   * the forecast exceeds this value.
   */
  monthlyBudgetDollars: z.number({ error: 'must be a number' }).int().min(1, { error: 'must be at least 1' }).optional(),
  /**
   * The number of Lambda functions that this stage may run at the same time. It is the quota of the account in the region of the stage. If
   * the quota is at least 500, a part is reserved for captures, webhooks and stored results. New accounts have a quota of 10.
   */
  concurrencyQuota: z
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .optional(),
  /**
   * The time of the canary. Until this time ends or an alarm goes off, a tenth of the calls and of the new work uses the new code. Without
   * this setting, all calls use the new code immediately. A stage without sellers needs no canary, because its calls are too few to show a
   * defect.
   */
  canaryMinutes: z
    .union(
      canaryDurations.map((minutes) => z.literal(minutes)),
      { error: `must be one of ${canaryDurations.join(', ')}` },
    )
    .optional(),
  /** The content credentials of all files (docs/decisions/039-content-credentials.md). */
  contentCredentials: objectWith({
    /**
     * The behaviour while the signing key or its certificates are missing. `withhold`: results wait for the key for four hours, then they
     * are not delivered and not charged. `deliver-unsigned`: results are delivered without content credentials.
     */
    withoutKey: oneOf(['withhold', 'deliver-unsigned']).default('withhold'),
  }).prefault({}),
  /** The GitHub repository whose workflow may deploy this stage (docs/deploy.md). */
  githubRepository: textLike(/^[\w.-]+\/[\w.-]+$/, 'must be a repository such as owner/name').optional(),
  /** The vendors of videos and of prompts (docs/vendors.md). The default is the first vendor. */
  providers: objectWith({
    video: oneOf(videoVendorNames).default(videoVendorNames[0]),
    prompt: oneOf(promptVendorNames).default(promptVendorNames[0]),
  }).prefault({}),
});

/** The content of a file in stages/. */
export type StageFile = z.input<typeof stageFile>;
/** The checked settings of a stage. */
export type Settings = z.output<typeof stageFile> & { stage: string };
export type Providers = Settings['providers'];
export type VendorTask = keyof Providers;

/** CloudFront accepts a firewall only in this region, even if the other stacks are in another region. */
export const edgeRegion = 'us-east-1';

/** Until the site has an origin, sign-in and uploads are allowed from this origin. */
export const localOrigin = 'http://localhost:3000';

/** Cognito accepts any text. But sign-in works only if the id and the secret belong to a Google project. */
export const missingGoogleClientId = 'not-set-yet.apps.googleusercontent.com';

const stageName = /^[a-z][a-z0-9]{0,15}$/;

/**
 * Checks the content of a stage's file.
 * @throws Error with one sentence for each wrong value
 */
export function toSettings(stage: string, file: unknown): Settings {
  if (!stageName.test(stage))
    throw new Error(`The stage must be a short word in lower case, with at most 16 letters and digits, but is '${stage}'.`);
  const { data, error } = stageFile.safeParse(file);
  const problems = error ? error.issues.map(({ path, message }) => describeProblem(file, path, message)) : findContradictions(data);
  if (!data || problems.length > 0) throw new Error(problems.map((problem) => `infra/stages/${stage}.ts: ${problem}`).join('\n'));
  const siteOrigin = data.siteOrigin ?? (data.domain && `https://${data.domain.name}`);
  return { ...data, stage, ...(siteOrigin && { siteOrigin }) };
}

function describeProblem(file: unknown, path: PropertyKey[], message: string): string {
  const value = path.reduce<unknown>((parent, key) => (parent as Record<PropertyKey, unknown> | undefined)?.[key], file);
  const name = path.map(String).join('.') || 'The file';
  const shown = value === undefined ? ', but is missing' : typeof value === 'object' ? '' : `, but is '${String(value)}'`;
  return `${name} ${message}${shown}.`;
}

/** Finds values that contradict each other, although each value is valid. */
function findContradictions({ siteOrigin, domain, account, alarmEmail, monthlyBudgetDollars }: z.output<typeof stageFile>): string[] {
  const problems: string[] = [];
  if (domain && siteOrigin && siteOrigin !== `https://${domain.name}`)
    problems.push(`siteOrigin is '${siteOrigin}', but the domain is ${domain.name}. Remove siteOrigin: the domain determines it.`);
  if (domain && account && domain.certificateArn.split(':')[4] !== account)
    problems.push('domain.certificateArn names another AWS account than account. Create the certificate in the account of the stage.');
  if (domain?.hostedZone && domain.name !== domain.hostedZone.name && !domain.name.endsWith(`.${domain.hostedZone.name}`))
    problems.push(`domain.hostedZone.name is '${domain.hostedZone.name}', but ${domain.name} is not in this zone.`);
  if (monthlyBudgetDollars !== undefined && !alarmEmail)
    problems.push('monthlyBudgetDollars needs alarmEmail, because AWS sends a mail before the costs exceed the budget.');
  return problems;
}

/**
 * The alarms that stop a deployment. CloudFormation accepts at most five. All five are about defects of the code, because a rollback cannot
 * repair other problems.
 */
export const stoppingAlarms = ['UnexpectedErrors', 'ApiServerErrors', 'ApiLatency', 'LambdaErrors', 'LedgerMismatch'] as const;

/**
 * Returns the name of an alarm that stops a deployment. The stacks of the code refer to the alarm only by this name, because the stack of
 * the alarms depends on the stacks of the code.
 */
export const stoppingAlarmName = (stage: string, alarm: (typeof stoppingAlarms)[number]): string =>
  `vitrine-${stage}${alarm.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const stoppingAlarmNames = (stage: string): string[] => stoppingAlarms.map((alarm) => stoppingAlarmName(stage, alarm));

/** Returns the name of the parameter that contains the names of tables and machines. The commands of operators read this parameter. */
export const operatorSettingsParameter = (stage: string): string => `/vitrine/${stage}/operator-settings`;

/**
 * Returns the name of the parameter that contains the origin of the site. The Lambda functions read this parameter. The name is constant.
 * So the stack that writes the parameter and the stacks that read it do not depend on each other.
 */
export const siteOriginParameter = (stage: string): string => `/vitrine/${stage}/site-origin`;

/** Returns the name of the parameter with the settings of the links to media. The web stack writes it, and the functions read it. */
export const mediaLinksParameter = (stage: string): string => `/vitrine/${stage}/media-links`;

/** Returns the name of the parameter with the certificates of the signing key. `npm run deploy` writes it (tools/deploy/). */
export const signingCertificatesParameter = (stage: string): string => `/vitrine/${stage}/signing-certificates`;

/** Returns the name of the parameter that contains the bucket of the site. The commands of operators read this parameter. */
export const siteBucketParameter = (stage: string): string => `/vitrine/${stage}/site-bucket`;
