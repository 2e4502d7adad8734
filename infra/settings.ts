/** The settings of an installation, read from the CDK context (cdk.json, `-c name=value`). None of them is secret. */
import type { Node } from 'constructs';
import { type PromptVendorName, promptVendorNames, type VideoVendorName, videoVendorNames } from '#shared/vendors.ts';

export type Settings = {
  stage: string;
  region: string;
  /** The origin of the site. It is not known before the first deployment has created CloudFront's address. */
  siteOrigin?: string;
  /** A custom domain, with its certificate in us-east-1. */
  domain?: { name: string; certificateArn: string };
  googleClientId: string;
  /** A Cloudinary account with an unsigned upload preset, returned to clients that ask where to upload (docs/spec.md 4.6). */
  imageHost?: { cloudName: string; uploadPreset: string };
  /** The sender address of mail; without it, no mail is sent. */
  mailFrom?: string;
  /** The chosen vendors (docs/vendors.md). */
  providers: Providers;
};

export type Providers = { video: VideoVendorName; prompt: PromptVendorName };
export type ProviderOf = keyof Providers;
const choices: { [Of in ProviderOf]: readonly Providers[Of][] } = { video: videoVendorNames, prompt: promptVendorNames };

/** Until the site has its own origin, sign-in and uploads are allowed from this one. */
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

/** Returns the named choice; default: the first one. */
function provider<Of extends ProviderOf>(of: Of, name: string | undefined): Providers[Of] {
  const offered: readonly Providers[Of][] = choices[of];
  const chosen = offered.find((one) => one === (name ?? offered[0]));
  if (!chosen) throw new Error(`${of}Provider must be one of ${offered.join(', ')}, but is '${name}'`);
  return chosen;
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

/** The parameter that contains the names of tables and machines for the operators' commands. */
export const operatorSettingsParameter = (stage: string): string => `/vitrine/${stage}/operator-settings`;

/**
 * The parameter that contains the site's origin for the Lambdas. Its name is the same constant for the stack that writes it and the stacks
 * that read it, so no stack depends on another.
 */
export const siteOriginParameter = (stage: string): string => `/vitrine/${stage}/site-origin`;
