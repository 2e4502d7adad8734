import { describe, expect, test } from 'vitest';
import { synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { type PoolClientProperties, poolClientFrom } from './user-pool-client-resource.ts';

const rotationProperties: PoolClientProperties = { ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'], RefreshTokenRotation: { Feature: 'ENABLED' } };

test("poolClientFrom reads the product's client from its template", () => {
  const { Properties } = synthesize({ siteOrigin: 'https://vitrine.example' }).one('AWS::Cognito::UserPoolClient');
  expect(poolClientFrom(toPlainValue(Properties))).toEqual({
    callbackUrls: ['https://vitrine.example/auth/callback'],
    logoutUrls: ['https://vitrine.example/'],
    oauthFlows: ['code'],
    scopes: ['openid', 'email', 'profile'],
    authFlows: ['ALLOW_CUSTOM_AUTH'],
    lifetimes: { accessSeconds: 3600, idSeconds: 3600, refreshSeconds: 30 * 24 * 3600 },
    rotation: { gracePeriodSeconds: 60 },
  });
});

test('poolClientFrom uses the defaults of Cognito for missing settings', () => {
  expect(poolClientFrom({})).toMatchObject({
    authFlows: ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH'],
    lifetimes: { accessSeconds: 3600, idSeconds: 3600, refreshSeconds: 30 * 24 * 3600 },
  });
  expect(poolClientFrom({})).not.toHaveProperty('rotation');
});

describe('poolClientFrom() throws for settings that Cognito rejects:', () => {
  test.each<[string, PoolClientProperties, string | undefined, string]>([
    [
      'rotation together with ALLOW_REFRESH_TOKEN_AUTH',
      { ...rotationProperties, ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'] },
      undefined,
      'ALLOW_REFRESH',
    ],
    [
      'rotation together with the default flows',
      { ...rotationProperties, ExplicitAuthFlows: undefined },
      undefined,
      'ALLOW_REFRESH_TOKEN_AUTH',
    ],
    ['rotation in the plan Lite', rotationProperties, 'LITE', 'Essentials and Plus'],
    [
      'a grace period of 61 s',
      { ...rotationProperties, RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 61 } },
      undefined,
      '60 s',
    ],
    ['an unknown unit', { TokenValidityUnits: { IdToken: 'weeks' } }, undefined, 'weeks'],
  ])('poolClientFrom throws for %s, because Cognito rejects this setting', (_, properties, tier, message) => {
    expect(() => poolClientFrom(properties, tier)).toThrow(message);
  });
});
