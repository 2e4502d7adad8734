import { expect, test } from 'vitest';
import { defaultSynthesis, synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';

const { one: onlyResource } = synthesize({ siteOrigin: 'https://vitrine.example' });
const client = onlyResource('AWS::Cognito::UserPoolClient').Properties;

test('users can sign in only with Google, and the user pool remains if the stack is deleted', () => {
  const pool = onlyResource('AWS::Cognito::UserPool');
  expect(pool).toMatchObject({ DeletionPolicy: 'Retain', Properties: { DeletionProtection: 'ACTIVE' } });
  expect(pool.Properties.AdminCreateUserConfig).toEqual({ AllowAdminCreateUserOnly: true });
  expect(client.SupportedIdentityProviders).toEqual(['Google']);
});

test('the attributes of a Google user are mapped, and mutable in the pool', () => {
  const { AttributeMapping, ProviderDetails } = onlyResource('AWS::Cognito::UserPoolIdentityProvider').Properties;
  expect(AttributeMapping).toEqual({ email: 'email', email_verified: 'email_verified', name: 'name', picture: 'picture' });
  expect(ProviderDetails.authorize_scopes).toBe('openid email profile');
  for (const { Name, Mutable } of onlyResource('AWS::Cognito::UserPool').Properties.Schema)
    expect({ Name, Mutable }).toEqual({ Name, Mutable: true });
});

test('the client has no secret, uses only the code flow, and redirects only to the site', () => {
  expect(client).toMatchObject({
    GenerateSecret: false,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthScopes: ['openid', 'email', 'profile'],
    CallbackURLs: ['https://vitrine.example/auth/callback'],
    LogoutURLs: ['https://vitrine.example/'],
    EnableTokenRevocation: true,
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  });
  // Cognito rejects token rotation together with ALLOW_REFRESH_TOKEN_AUTH. No user needs this flow, because no user has a password.
  expect(client.ExplicitAuthFlows).toEqual(['ALLOW_CUSTOM_AUTH']);
});

test('sign-in also works from localhost until the site has a domain', () => {
  const { CallbackURLs } = defaultSynthesis().one('AWS::Cognito::UserPoolClient').Properties;
  expect(CallbackURLs).toEqual(['http://localhost:3000/auth/callback']);
});

test('a new version of the Google secret changes the template, so that Cognito reads the secret again', () => {
  const secretIn = (settings: Parameters<typeof synthesize>[0]) =>
    toPlainValue(synthesize(settings).one('AWS::Cognito::UserPoolIdentityProvider').Properties.ProviderDetails.client_secret);
  const google = { clientId: '1-a.apps.googleusercontent.com', secretVersion: '5e1f2a3b-0000-4000-8000-000000000000' };
  expect(secretIn({})).toMatch(/^\{\{resolve:secretsmanager:<GoogleClientSecret\w+>:SecretString:GOOGLE_CLIENT_SECRET::\}\}$/);
  expect(secretIn({ google })).toMatch(/:GOOGLE_CLIENT_SECRET::5e1f2a3b-0000-4000-8000-000000000000\}\}$/);
});
