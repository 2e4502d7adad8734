import { join } from 'node:path';
import { openCognito } from '../services/cognito/cognito.ts';
import type { Resource } from '../template/assembly.ts';
import { region } from '../template/resolve.ts';
import { arn, type ResourceType } from './resource-type.ts';

const poolId = ({ id }: Resource): string => `${region}_${id.replace(/\W/g, '').slice(0, 9)}`;
const issuer = (resource: Resource): string => `cognito-idp.${region}.amazonaws.com/${poolId(resource)}`;

type ClientProperties = { CallbackURLs?: string[]; LogoutURLs?: string[] };

export const cognitoUserPool: ResourceType = {
  type: 'AWS::Cognito::UserPool',
  ref: poolId,
  attributes: {
    UserPoolId: poolId,
    Arn: (resource) => arn('cognito-idp', `userpool/${poolId(resource)}`),
    ProviderName: issuer,
    ProviderURL: (resource) => `https://${issuer(resource)}`,
  },
  async standUp([pool, ...others], cloud) {
    const client = cloud.assembly.resources.find(({ type }) => type === cognitoUserPoolClient.type);
    if (!pool || !client || others.length > 0) throw new Error('The local cloud stands up one user pool with one client');
    const { CallbackURLs = [], LogoutURLs = [] } = cloud.resolver.resolve<ClientProperties>(client.stack, client.properties);
    cloud.cognito = await openCognito({
      directory: join(cloud.home, 'cognito'),
      poolId: poolId(pool),
      region,
      origin: cloud.origin,
      client: { id: clientId(client), callbackUrls: CallbackURLs, logoutUrls: LogoutURLs },
    });
  },
};

const clientId = ({ id }: Resource): string => id.toLowerCase().slice(0, 26);

export const cognitoUserPoolClient: ResourceType = {
  type: 'AWS::Cognito::UserPoolClient',
  ref: clientId,
  attributes: { ClientId: clientId },
};

/** The hosted pages stand at the local cloud's own address (see site-config.ts). */
export const cognitoUserPoolDomain: ResourceType = {
  type: 'AWS::Cognito::UserPoolDomain',
  ref: ({ properties }) => String(properties.Domain),
};
