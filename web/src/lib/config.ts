/** Configuration of the backend, served as /config.json so that one build works for every stage. */
export type SiteConfig = {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Host of the sign-in pages, without a scheme. */
  oauthDomain: string;
  /** Address of Cognito's API, set only in the local cloud. */
  cognitoEndpoint?: string;
  stage: string;
  /** Whether a demo engine makes the videos, not a vendor. */
  demoEngine: boolean;
  /** Page for appointments, shown in a frame; optional. */
  schedulingUrl?: string;
};

let loading: Promise<SiteConfig> | undefined;

/** Fetches the configuration once. A failed fetch is not cached. */
export function loadConfig(): Promise<SiteConfig> {
  loading ??= fetch('/config.json', { cache: 'no-cache' })
    .then(async (response) => {
      if (!response.ok) throw new Error(`/config.json: status ${response.status}`);
      return (await response.json()) as SiteConfig;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
