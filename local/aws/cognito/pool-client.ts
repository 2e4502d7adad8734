/** Settings of the app client in the template. The app client is the application that uses the user pool. */
export type PoolClient = {
  id: string;
  callbackUrls: string[];
  logoutUrls: string[];
  /** `AllowedOAuthFlows`. */
  oauthFlows: string[];
  /** `AllowedOAuthScopes`. */
  scopes: string[];
  /** `ExplicitAuthFlows`: the flows of InitiateAuth. */
  authFlows: string[];
  lifetimes: TokenLifetimes;
  /** Undefined if refresh tokens do not rotate. */
  rotation?: { gracePeriodSeconds: number };
};

export type TokenLifetimes = { accessSeconds: number; idSeconds: number; refreshSeconds: number };
