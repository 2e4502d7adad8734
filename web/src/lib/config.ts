/** What the page must know about its backend, served as /config.json so that one build serves every stage. */
export type SiteConfig = {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Host of the sign-in pages, without a scheme. */
  oauthDomain: string;
  /** Where Cognito's own API answers; in the local cloud only. */
  cognitoEndpoint?: string;
  stage: string;
  /** Videos are made by a stand-in, not by a vendor. */
  demoEngine: boolean;
  /** A page that takes appointments, to be shown in a frame; missing where there is none. */
  schedulingUrl?: string;
};

let loading: Promise<SiteConfig> | undefined;

/** The site's configuration, fetched once. A failed fetch is not remembered. */
export function loadConfig(): Promise<SiteConfig> {
  loading ??= fetch('/config.json', { cache: 'no-cache' })
    .then(async (response) => {
      if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
      return (await response.json()) as SiteConfig;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
