import { expect, test } from 'vitest';
import { synthesize } from '#tests/fixtures/synthesized.ts';

const { one } = synthesize({ siteOrigin: 'https://vitrine.example' });
const client = one('AWS::Cognito::UserPoolClient').Properties;

test('people sign in with Google only, and the pool outlives the stack', () => {
  const pool = one('AWS::Cognito::UserPool');
  expect(pool).toMatchObject({ DeletionPolicy: 'Retain', Properties: { DeletionProtection: 'ACTIVE' } });
  expect(pool.Properties.AdminCreateUserConfig).toEqual({ AllowAdminCreateUserOnly: true });
  expect(client.SupportedIdentityProviders).toEqual(['Google']);
});

test('what Google says of a person is mapped, and the pool lets it change', () => {
  const { AttributeMapping, ProviderDetails } = one('AWS::Cognito::UserPoolIdentityProvider').Properties;
  expect(AttributeMapping).toEqual({ email: 'email', email_verified: 'email_verified', name: 'name', picture: 'picture' });
  expect(ProviderDetails.authorize_scopes).toBe('openid email profile');
  for (const { Name, Mutable } of one('AWS::Cognito::UserPool').Properties.Schema)
    expect({ Name, Mutable }).toEqual({ Name, Mutable: true });
});

test('the page holds no secret, gets codes only, and comes back to its own address only', () => {
  expect(client).toMatchObject({
    GenerateSecret: false,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', 'profile'],
    CallbackURLs: ['https://vitrine.example/auth/callback'],
    LogoutURLs: ['https://vitrine.example/'],
    EnableTokenRevocation: true,
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  });
  // Cognito refuses to rotate tokens beside ALLOW_REFRESH_TOKEN_AUTH, and nobody has a password.
  expect(client.ExplicitAuthFlows).toEqual(['ALLOW_CUSTOM_AUTH']);
});

test('before the site has an address, sign-in works from this machine', () => {
  const { CallbackURLs } = synthesize().one('AWS::Cognito::UserPoolClient').Properties;
  expect(CallbackURLs).toEqual(['http://localhost:3000/auth/callback']);
});
