import { useSyncExternalStore } from 'react';

/** The configuration of the backend. It is in the file /config.json, so that the same build works for every stage. */
export type SiteConfig = {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Host of the sign-in pages, without a scheme. */
  oauthDomain: string;
  /** URL of Cognito's API. Set only in the local cloud. */
  cognitoEndpoint?: string;
  stage: string;
  /** Whether a local program makes sample videos instead of a vendor. */
  demoEngine: boolean;
  /** URL of the external page for appointments. An iframe shows this page. */
  schedulingUrl?: string;
};

let loading: Promise<SiteConfig> | undefined;
let loaded: SiteConfig | undefined;
const listeners = new Set<() => void>();

/** Fetches the configuration once. A failed fetch is not cached. */
export function loadConfig(): Promise<SiteConfig> {
  loading ??= fetch('/config.json', { cache: 'no-cache' })
    .then(async (response) => {
      if (!response.ok) throw new Error(`/config.json: status ${response.status}`);
      loaded = (await response.json()) as SiteConfig;
      for (const listener of listeners) listener();
      return loaded;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

const retryAfterMs = 5_000;

/** Loads the configuration for a component. Without a network, the load is repeated until the component is removed. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const load = () => {
    if (listeners.has(listener)) loadConfig().catch(() => window.setTimeout(load, retryAfterMs));
  };
  load();
  return () => listeners.delete(listener);
}

/** Returns the configuration as soon as it is loaded. */
export const useConfig = (): SiteConfig | undefined =>
  useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );
