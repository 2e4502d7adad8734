/** What the template says about the application that uses the pool. */
export type PoolClient = {
  id: string;
  callbackUrls: string[];
  logoutUrls: string[];
  /** `AllowedOAuthFlows`. */
  oauthFlows: string[];
  /** `AllowedOAuthScopes`. */
  scopes: string[];
  /** `ExplicitAuthFlows`: those of InitiateAuth. */
  authFlows: string[];
  lifetimes: TokenLifetimes;
  /** Undefined if refresh tokens do not rotate. */
  rotation?: { gracePeriodSeconds: number };
};

export type TokenLifetimes = { accessSeconds: number; idSeconds: number; refreshSeconds: number };
