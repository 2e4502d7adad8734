/** The settings of an installation, read from the CDK context (cdk.json, `-c name=value`). No setting is secret. */
import type { Node } from 'constructs';
import { type PromptVendorName, promptVendorNames, type VideoVendorName, videoVendorNames } from '#shared/vendors.ts';

export type Settings = {
  stage: string;
  region: string;
  /** The origin of the site. The origin is unknown until the first deployment has created CloudFront's address. */
  siteOrigin?: string;
  /** A custom domain, with its certificate in us-east-1. */
  domain?: { name: string; certificateArn: string };
  googleClientId: string;
  /** A Cloudinary account with an unsigned upload preset. If it is set, clients upload to this account (docs/spec.md 4.6). */
  imageHost?: { cloudName: string; uploadPreset: string };
  /** The sender address of mail. Without this address, no mail is sent. */
  mailFrom?: string;
  /** The configured vendors (docs/vendors.md). */
  providers: Providers;
};

export type Providers = { video: VideoVendorName; prompt: PromptVendorName };
export type VendorTask = keyof Providers;
const choices: { [Task in VendorTask]: readonly Providers[Task][] } = { video: videoVendorNames, prompt: promptVendorNames };

/** Until the site has an origin, sign-in and uploads are allowed from this origin. */
export const localOrigin = 'http://localhost:3000';

export function readSettings(node: Node): Settings {
  const text = (name: string): string | undefined => node.tryGetContext(name) || undefined;
  const stage = text('stage') ?? 'prod';
  if (!/^[a-z][a-z0-9]{0,15}$/.test(stage)) throw new Error(`The stage must be a short word in lower case, but is '${stage}'`);
  const domain = domainFrom(text('domainName'), text('certificateArn'));
  const imageHost = imageHostFrom(text('cloudinaryCloudName'), text('cloudinaryUploadPreset'));
  const mailFrom = text('mailFrom');
  if (mailFrom && !/^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/.test(mailFrom))
    throw new Error(`mailFrom must be an e-mail address, but is '${mailFrom}'`);
  const siteOrigin = text('siteOrigin') ?? (domain && `https://${domain.name}`);
  if (siteOrigin && new URL(siteOrigin).origin !== siteOrigin)
    throw new Error(`siteOrigin must be an origin such as https://example.com, but is '${siteOrigin}'`);
  return {
    stage,
    region: text('region') ?? 'us-east-1',
    ...(siteOrigin && { siteOrigin }),
    ...(domain && { domain }),
    ...(imageHost && { imageHost }),
    ...(mailFrom && { mailFrom }),
    // Cognito accepts any text, but sign-in works only if this id and the secret belong to a Google project.
    googleClientId: text('googleClientId') ?? 'not-set-yet.apps.googleusercontent.com',
    providers: { video: provider('video', text('videoProvider')), prompt: provider('prompt', text('promptProvider')) },
  };
}

/** Returns the configured vendor for a task. The default is the first vendor. */
function provider<Task extends VendorTask>(task: Task, name: string | undefined): Providers[Task] {
  const offered: readonly Providers[Task][] = choices[task];
  const vendor = offered.find((one) => one === (name ?? offered[0]));
  if (!vendor) throw new Error(`${task}Provider must be one of ${offered.join(', ')}, but is '${name}'`);
  return vendor;
}

function domainFrom(name: string | undefined, certificateArn: string | undefined): Settings['domain'] {
  if (!name && !certificateArn) return undefined;
  if (!name || !certificateArn) throw new Error('domainName and certificateArn must be set together');
  return { name, certificateArn };
}

function imageHostFrom(cloudName: string | undefined, uploadPreset: string | undefined): Settings['imageHost'] {
  if (!cloudName && !uploadPreset) return undefined;
  if (!cloudName || !uploadPreset) throw new Error('cloudinaryCloudName and cloudinaryUploadPreset must be set together');
  return { cloudName, uploadPreset };
}

/** Returns the name of the parameter that contains the names of tables and machines. The commands of operators read this parameter. */
export const operatorSettingsParameter = (stage: string): string => `/vitrine/${stage}/operator-settings`;

/**
 * Returns the name of the parameter that contains the origin of the site. The Lambda functions read this parameter. The stack that writes
 * the parameter and the stacks that read it use the same constant name. So the parameter creates no dependency between these stacks.
 */
export const siteOriginParameter = (stage: string): string => `/vitrine/${stage}/site-origin`;

/** Returns the name of the parameter that contains the bucket of the site. The commands of operators read this parameter. */
export const siteBucketParameter = (stage: string): string => `/vitrine/${stage}/site-bucket`;
