import { createGateway, type GatewayRoute } from '../services/gateway/gateway.ts';
import type { JwtAuthorizer } from '../services/gateway/jwt-authorizer.ts';
import type { Resource } from '../template/assembly.ts';
import { region } from '../template/resolve.ts';
import { type Cloud, type ResourceType, resourcesOf } from './resource-type.ts';

type RouteProperties = { RouteKey: string; Target: string; AuthorizerId?: string; AuthorizationScopes?: string[] };
type IntegrationProperties = { IntegrationUri: string };
type AuthorizerProperties = { JwtConfiguration: { Issuer: string; Audience: string[] } };

const endpointHost = ({ id }: Resource): string => `${id.toLowerCase()}.execute-api.${region}.amazonaws.com`;

/** The HTTP API with its routes, integrations and authorizers. */
export const apiGateway: ResourceType = {
  type: 'AWS::ApiGatewayV2::Api',
  attributes: { ApiEndpoint: (resource) => `https://${endpointHost(resource)}`, ApiId: ({ id }) => id },
  standUp(_, cloud) {
    const integrations = propertiesById<IntegrationProperties>(cloud, 'AWS::ApiGatewayV2::Integration');
    const authorizers = propertiesById<AuthorizerProperties>(cloud, 'AWS::ApiGatewayV2::Authorizer');
    cloud.gateway = createGateway({
      routes: Object.values(propertiesById<RouteProperties>(cloud, 'AWS::ApiGatewayV2::Route')).map((route) =>
        routeOf(route, integrations),
      ),
      authorizers: Object.fromEntries(
        Object.entries(authorizers).map(([id, { JwtConfiguration }]) => [id, authorizerOf(JwtConfiguration, cloud)]),
      ),
      invoke: cloud.invoke,
      onError: (error) => cloud.log('api gateway', String(error)),
    });
  },
};

function propertiesById<Properties>(cloud: Cloud, type: string): Record<string, Properties> {
  return Object.fromEntries(
    resourcesOf(cloud, type).map(({ stack, id, properties }) => [id, cloud.resolver.resolve<Properties>(stack, properties)]),
  );
}

function routeOf(
  { RouteKey, Target, AuthorizerId, AuthorizationScopes }: RouteProperties,
  integrations: Record<string, IntegrationProperties>,
): GatewayRoute {
  const integration = integrations[Target.split('/')[1] ?? ''];
  if (!integration) throw new Error(`The route ${RouteKey} has no integration`);
  return {
    routeKey: RouteKey,
    functionArn: integration.IntegrationUri,
    ...(AuthorizerId && { authorizerId: AuthorizerId }),
    ...(AuthorizationScopes && { scopes: AuthorizationScopes }),
  };
}

/** Whatever issuer the template names, the local pool's keys are the only ones there are. */
function authorizerOf({ Issuer, Audience }: AuthorizerProperties['JwtConfiguration'], { cognito }: Cloud): JwtAuthorizer {
  if (!cognito) throw new Error('An authorizer needs a user pool');
  return { issuer: Issuer, audience: Audience, jwks: cognito.jwks };
}
