import { type Settings, type StageFile, toSettings } from '../settings.ts';

/** The package that signs files has a binary only for this platform. On other platforms, the key has no certificates. */
export const isSigningSupported = process.platform === 'linux' && process.arch === 'x64';

/** The variables of `.env` that select vendors and the image host. */
type LocalVariables = Partial<Record<'VIDEO_PROVIDER' | 'PROMPT_PROVIDER' | 'CLOUDINARY_CLOUD_NAME' | 'CLOUDINARY_UPLOAD_PRESET', string>>;

/**
 * Returns the settings of the local cloud. `concurrencyQuota` is the maximum number of concurrent functions. The stage has the name `prod`,
 * so that the resources have the same names as in a deployment.
 * @throws Error if a variable has an unknown value
 */
export function localSettings(siteOrigin: string, env: LocalVariables = {}, concurrencyQuota = 1000): Settings {
  const { VIDEO_PROVIDER, PROMPT_PROVIDER, CLOUDINARY_CLOUD_NAME: cloudName, CLOUDINARY_UPLOAD_PRESET: uploadPreset } = env;
  if (!cloudName !== !uploadPreset) throw new Error('CLOUDINARY_CLOUD_NAME and CLOUDINARY_UPLOAD_PRESET must be set together');
  const providers = { ...(VIDEO_PROVIDER && { video: VIDEO_PROVIDER }), ...(PROMPT_PROVIDER && { prompt: PROMPT_PROVIDER }) };
  return toSettings('prod', {
    region: 'us-east-1',
    siteOrigin,
    mailFrom: 'hello@vitrine.example',
    concurrencyQuota,
    contentCredentials: { withoutKey: isSigningSupported ? 'withhold' : 'deliver-unsigned' },
    providers: providers as NonNullable<StageFile['providers']>,
    ...(cloudName && uploadPreset && { imageHost: { cloudName, uploadPreset } }),
  } satisfies StageFile);
}
