import { describe, expect, test } from 'vitest';
import { plain, synthesize } from '#tests/fixtures/synthesized.ts';
import { type PoolClientProperties, poolClientFrom } from './user-pool-client-resource.ts';

const rotating: PoolClientProperties = { ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'], RefreshTokenRotation: { Feature: 'ENABLED' } };

test("the product's client is read from its template", () => {
  const { Properties } = synthesize({ siteOrigin: 'https://vitrine.example' }).one('AWS::Cognito::UserPoolClient');
  expect(poolClientFrom(plain(Properties))).toEqual({
    callbackUrls: ['https://vitrine.example/auth/callback'],
    logoutUrls: ['https://vitrine.example/'],
    oauthFlows: ['code'],
    scopes: ['openid', 'email', 'profile'],
    authFlows: ['ALLOW_CUSTOM_AUTH'],
    lifetimes: { accessSeconds: 3600, idSeconds: 3600, refreshSeconds: 30 * 24 * 3600 },
    rotation: { gracePeriodSeconds: 60 },
  });
});

test('a client that says little has the defaults of Cognito', () => {
  expect(poolClientFrom({})).toMatchObject({
    authFlows: ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH'],
    lifetimes: { accessSeconds: 3600, idSeconds: 3600, refreshSeconds: 30 * 24 * 3600 },
  });
  expect(poolClientFrom({})).not.toHaveProperty('rotation');
});

describe('settings that Cognito refuses stop the boot', () => {
  test.each<[string, PoolClientProperties, string | undefined, string]>([
    [
      'rotation beside the other refresh flow',
      { ...rotating, ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] },
      undefined,
      'ALLOW_REFRESH',
    ],
    ['rotation beside the default flows', { ...rotating, ExplicitAuthFlows: undefined }, undefined, 'ALLOW_REFRESH_TOKEN_AUTH'],
    ['rotation in the plan Lite', rotating, 'LITE', 'Essentials and Plus'],
    ['a long grace period', { ...rotating, RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 61 } }, undefined, '60 s'],
    ['an unknown unit', { TokenValidityUnits: { IdToken: 'weeks' } }, undefined, 'weeks'],
  ])('%s', (_, properties, tier, message) => {
    expect(() => poolClientFrom(properties, tier)).toThrow(message);
  });
});
