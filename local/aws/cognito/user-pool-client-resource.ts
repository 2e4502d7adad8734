import type { PoolClient } from './pool-client.ts';

/** Properties of AWS::Cognito::UserPoolClient with resolved intrinsics. */
export type PoolClientProperties = {
  AccessTokenValidity?: number;
  AllowedOAuthFlows?: string[];
  AllowedOAuthScopes?: string[];
  CallbackURLs?: string[];
  ExplicitAuthFlows?: string[];
  IdTokenValidity?: number;
  LogoutURLs?: string[];
  RefreshTokenRotation?: { Feature?: string; RetryGracePeriodSeconds?: number };
  RefreshTokenValidity?: number;
  TokenValidityUnits?: { AccessToken?: string; IdToken?: string; RefreshToken?: string };
};

const unitSeconds: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** The flows that Cognito allows by default. */
const defaultAuthFlows = ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH'];
const gracePeriodSecondsMax = 60;

/**
 * @param tier `UserPoolTier` of the pool
 * @throws Error for settings that Cognito rejects
 */
export function poolClientFrom(properties: PoolClientProperties, tier = 'ESSENTIALS'): Omit<PoolClient, 'id'> {
  const {
    CallbackURLs = [],
    LogoutURLs = [],
    AllowedOAuthFlows = [],
    AllowedOAuthScopes = [],
    TokenValidityUnits: units = {},
  } = properties;
  const { ExplicitAuthFlows: authFlows = defaultAuthFlows } = properties;
  const rotation = rotationOf(properties, authFlows, tier);
  return {
    callbackUrls: CallbackURLs,
    logoutUrls: LogoutURLs,
    oauthFlows: AllowedOAuthFlows,
    scopes: AllowedOAuthScopes,
    authFlows,
    lifetimes: {
      accessSeconds: (properties.AccessTokenValidity ?? 1) * secondsOf(units.AccessToken ?? 'hours'),
      idSeconds: (properties.IdTokenValidity ?? 1) * secondsOf(units.IdToken ?? 'hours'),
      refreshSeconds: (properties.RefreshTokenValidity ?? 30) * secondsOf(units.RefreshToken ?? 'days'),
    },
    ...(rotation && { rotation }),
  };
}

function secondsOf(unit: string): number {
  const seconds = unitSeconds[unit];
  if (!seconds) throw new Error(`Cognito does not know the unit ${unit} of a token's validity`);
  return seconds;
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html */
function rotationOf({ RefreshTokenRotation }: PoolClientProperties, authFlows: string[], tier: string): PoolClient['rotation'] {
  if (RefreshTokenRotation?.Feature !== 'ENABLED') return undefined;
  const { RetryGracePeriodSeconds: gracePeriodSeconds = 0 } = RefreshTokenRotation;
  if (tier === 'LITE') throw new Error('Cognito rotates refresh tokens in the plans Essentials and Plus only');
  if (authFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
    throw new Error('Cognito does not rotate refresh tokens of a client with the flow ALLOW_REFRESH_TOKEN_AUTH');
  if (gracePeriodSeconds > gracePeriodSecondsMax)
    throw new Error(`Cognito allows a grace period of at most ${gracePeriodSecondsMax} s, but the template has ${gracePeriodSeconds} s`);
  return { gracePeriodSeconds };
}
