/** What an installation may choose, read from the CDK context (cdk.json, `-c name=value`). Nothing of it is secret. */
import type { Node } from 'constructs';

export type Settings = {
  stage: string;
  region: string;
  /** Where the site is opened. Unknown until the first deployment has made CloudFront's address. */
  siteOrigin?: string;
  /** A domain of one's own, with its certificate in us-east-1. */
  domain?: { name: string; certificateArn: string };
  googleClientId: string;
  /** A Cloudinary account with an unsigned upload preset, named to who asks where to upload (Q64). */
  imageHost?: { cloudName: string; uploadPreset: string };
  /** The address that mail is sent from; without it none is. */
  mailFrom?: string;
  /** Which vendor does what, where there is a choice (docs/vendors.md). */
  providers: Providers;
};

export type Providers = { video: 'fal' | 'gemini'; prompt: 'gemini' | 'openai' };
export type ProviderOf = keyof Providers;
const choices: { [Of in ProviderOf]: readonly Providers[Of][] } = { video: ['fal', 'gemini'], prompt: ['gemini', 'openai'] };

/** Sign-in and uploads work from here until the site has an address of its own. */
export const localOrigin = 'http://localhost:3000';

export function readSettings(node: Node): Settings {
  const text = (name: string): string | undefined => node.tryGetContext(name) || undefined;
  const stage = text('stage') ?? 'prod';
  if (!/^[a-z][a-z0-9]{0,15}$/.test(stage)) throw new Error(`The stage must be a short word in lower case, and is '${stage}'`);
  const domain = domainFrom(text('domainName'), text('certificateArn'));
  const imageHost = imageHostFrom(text('cloudinaryCloudName'), text('cloudinaryUploadPreset'));
  const mailFrom = text('mailFrom');
  if (mailFrom && !/^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/.test(mailFrom))
    throw new Error(`mailFrom must be an e-mail address, and is '${mailFrom}'`);
  const siteOrigin = text('siteOrigin') ?? (domain && `https://${domain.name}`);
  if (siteOrigin && new URL(siteOrigin).origin !== siteOrigin)
    throw new Error(`siteOrigin must be an origin such as https://example.com, and is '${siteOrigin}'`);
  return {
    stage,
    region: text('region') ?? 'us-east-1',
    ...(siteOrigin && { siteOrigin }),
    ...(domain && { domain }),
    ...(imageHost && { imageHost }),
    ...(mailFrom && { mailFrom }),
    // Cognito takes any text; sign-in works once this and the secret are those of a Google project.
    googleClientId: text('googleClientId') ?? 'not-set-yet.apps.googleusercontent.com',
    providers: { video: provider('video', text('videoProvider')), prompt: provider('prompt', text('promptProvider')) },
  };
}

/** The first of the choices unless another is named. */
function provider<Of extends ProviderOf>(of: Of, name: string | undefined): Providers[Of] {
  const offered: readonly Providers[Of][] = choices[of];
  const chosen = offered.find((one) => one === (name ?? offered[0]));
  if (!chosen) throw new Error(`${of}Provider must be one of ${offered.join(', ')}, and is '${name}'`);
  return chosen;
}

function domainFrom(name: string | undefined, certificateArn: string | undefined): Settings['domain'] {
  if (!name && !certificateArn) return undefined;
  if (!name || !certificateArn) throw new Error('domainName and certificateArn belong together');
  return { name, certificateArn };
}

function imageHostFrom(cloudName: string | undefined, uploadPreset: string | undefined): Settings['imageHost'] {
  if (!cloudName && !uploadPreset) return undefined;
  if (!cloudName || !uploadPreset) throw new Error('cloudinaryCloudName and cloudinaryUploadPreset belong together');
  return { cloudName, uploadPreset };
}

/** Where the operators' commands find the names of tables and machines. */
export const operatorSettingsParameter = (stage: string): string => `/vitrine/${stage}/operator-settings`;

/** Where Lambdas find the site's address: a name both sides know, so that no stack waits for the other. */
export const siteOriginParameter = (stage: string): string => `/vitrine/${stage}/site-origin`;
