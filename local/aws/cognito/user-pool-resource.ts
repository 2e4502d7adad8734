import { join } from 'node:path';
import type { Resource } from '../../template/assembly.ts';
import { region } from '../../template/resolve.ts';
import { arn, type ResourceType, resourcesOf } from '../../template/resource-type.ts';
import { openCognito } from './cognito.ts';
import { poolClientFrom } from './user-pool-client-resource.ts';

const poolId = ({ id }: Resource): string => `${region}_${id.replace(/\W/g, '').slice(0, 9)}`;
const issuer = (resource: Resource): string => `cognito-idp.${region}.amazonaws.com/${poolId(resource)}`;

type PoolProperties = { Schema?: { Name: string; Mutable?: boolean }[]; UserPoolTier?: string };
type ProviderProperties = { AttributeMapping?: Record<string, string>; ProviderDetails: { authorize_scopes?: string } };

const noPasswords = 'The client allows sign-in with Google only, so no user has a password.';
const noMessages = 'Cognito sends no message to users who sign in with Google.';

export const cognitoUserPool: ResourceType = {
  type: 'AWS::Cognito::UserPool',
  properties: {
    reads: ['Schema', 'UserPoolTier'],
    ignores: {
      AccountRecoverySetting: noPasswords,
      AdminCreateUserConfig: noPasswords,
      UsernameAttributes: noPasswords,
      'Policies.PasswordPolicy': noPasswords,
      AutoVerifiedAttributes: noMessages,
      EmailVerificationMessage: noMessages,
      EmailVerificationSubject: noMessages,
      SmsVerificationMessage: noMessages,
      VerificationMessageTemplate: noMessages,
      DeletionProtection: 'Nothing deletes the local pool.',
    },
  },
  ref: poolId,
  attributes: {
    UserPoolId: poolId,
    Arn: (resource) => arn('cognito-idp', `userpool/${poolId(resource)}`),
    ProviderName: issuer,
    ProviderURL: (resource) => `https://${issuer(resource)}`,
  },
  async startAll([pool, ...otherPools], cloud) {
    const [client, provider] = [cognitoUserPoolClient, cognitoIdentityProvider].map(({ type }) => resourcesOf(cloud, type)[0]);
    if (!pool || !client || !provider || otherPools.length > 0)
      throw new Error('The local cloud has one user pool with one client and one identity provider');
    const { resolve } = cloud.resolver;
    const { Schema = [], UserPoolTier } = resolve<PoolProperties>(pool.stack, pool.properties);
    cloud.cognito = await openCognito({
      directory: join(cloud.home, 'cognito'),
      poolId: poolId(pool),
      region,
      origin: cloud.origin,
      client: { id: clientId(client), ...poolClientFrom(resolve(client.stack, client.properties), UserPoolTier) },
      mappedAttributes: mappedAttributesOf(resolve<ProviderProperties>(provider.stack, provider.properties), Schema),
    });
  },
};

/** The claims that Google returns for each scope. */
const claimsByScope: Record<string, string[]> = { email: ['email', 'email_verified'], profile: ['name', 'picture'] };

/**
 * Returns the names of the attributes that get their values from Google.
 * @throws Error for an unsupported mapping, and for a mapped attribute that is not mutable. Each sign-in writes the mapped attributes, so
 * Cognito would reject the second sign-in.
 */
function mappedAttributesOf(
  { AttributeMapping = {}, ProviderDetails }: ProviderProperties,
  schema: PoolProperties['Schema'] = [],
): string[] {
  const claims = (ProviderDetails.authorize_scopes ?? '').split(' ').flatMap((scope) => claimsByScope[scope] ?? []);
  const immutableAttribute = Object.keys(AttributeMapping).find((attribute) =>
    schema.some(({ Name, Mutable }) => Name === attribute && !Mutable),
  );
  if (immutableAttribute) throw new Error(`The attribute ${immutableAttribute} is mapped from Google, and must be mutable`);
  const renamedMapping = Object.entries(AttributeMapping).find(([attribute, claim]) => attribute !== claim);
  if (renamedMapping)
    throw new Error(`The local cloud maps claims to attributes of the same name, not ${renamedMapping[1]} to ${renamedMapping[0]}`);
  return Object.keys(AttributeMapping).filter((attribute) => claims.includes(attribute));
}

const clientId = ({ id }: Resource): string => id.toLowerCase().slice(0, 26);

export const cognitoUserPoolClient: ResourceType = {
  type: 'AWS::Cognito::UserPoolClient',
  properties: {
    reads: [
      'AccessTokenValidity',
      'AllowedOAuthFlows',
      'AllowedOAuthScopes',
      'CallbackURLs',
      'ExplicitAuthFlows',
      'IdTokenValidity',
      'LogoutURLs',
      'RefreshTokenRotation',
      'RefreshTokenValidity',
      'TokenValidityUnits',
    ],
    allowedValues: {
      AllowedOAuthFlowsUserPoolClient: [true],
      EnableTokenRevocation: [true],
      GenerateSecret: [false],
      SupportedIdentityProviders: [['Google']],
    },
    ignores: { PreventUserExistenceErrors: noPasswords, UserPoolId: 'There is one pool.' },
  },
  ref: clientId,
  attributes: { ClientId: clientId },
};

/** The identity provider Google. The local sign-in page replaces it. */
export const cognitoIdentityProvider: ResourceType = {
  type: 'AWS::Cognito::UserPoolIdentityProvider',
  properties: {
    reads: ['AttributeMapping', 'ProviderDetails.authorize_scopes'],
    allowedValues: { ProviderName: ['Google'], ProviderType: ['Google'] },
    ignores: {
      'ProviderDetails.client_id': 'The local sign-in page calls no other site.',
      'ProviderDetails.client_secret': 'The local sign-in page calls no other site.',
      UserPoolId: 'There is one pool.',
    },
  },
};

/** The hosted pages use the origin of the local cloud (see site-config.ts). */
export const cognitoUserPoolDomain: ResourceType = {
  type: 'AWS::Cognito::UserPoolDomain',
  properties: {
    reads: ['Domain'],
    ignores: { ManagedLoginVersion: 'The local sign-in page has one design.', UserPoolId: 'There is one pool.' },
  },
  ref: ({ properties }) => String(properties.Domain),
};
