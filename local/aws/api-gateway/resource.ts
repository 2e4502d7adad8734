import type { Resource } from '../../template/assembly.ts';
import { region } from '../../template/resolve.ts';
import { arn, type Cloud, type ResourceType, resourcesOf } from '../../template/resource-type.ts';
import { invokeAs } from '../lambda/permission-resource.ts';
import type { CorsConfiguration } from './cors.ts';
import { createGateway, type GatewayRoute } from './gateway.ts';
import type { JwtAuthorizer } from './jwt-authorizer.ts';
import type { ThrottleSettings } from './throttle.ts';

type RouteProperties = {
  RouteKey: string;
  Target: string;
  AuthorizationType?: string;
  AuthorizerId?: string;
  AuthorizationScopes?: string[];
};
type StageProperties = { DefaultRouteSettings?: ThrottleSettings; RouteSettings?: Record<string, ThrottleSettings> };
type IntegrationProperties = { IntegrationUri: string };
type AuthorizerProperties = { JwtConfiguration: { Issuer: string; Audience: string[] } };

const endpointHost = ({ id }: Resource): string => `${id.toLowerCase()}.execute-api.${region}.amazonaws.com`;

const singleApiReason = 'The local cloud has only one API.';
const textForReaders = 'Only people read this text.';

/** The HTTP API with its routes, integrations, authorizers and stage. */
export const apiGateway: ResourceType = {
  type: 'AWS::ApiGatewayV2::Api',
  properties: {
    reads: ['CorsConfiguration'],
    allowedValues: { ProtocolType: ['HTTP'] },
    ignores: { Description: textForReaders, Name: textForReaders },
  },
  attributes: { ApiEndpoint: (resource) => `https://${endpointHost(resource)}`, ApiId: ({ id }) => id },
  startAll([api, ...otherApis], cloud) {
    const [stage, ...otherStages] = resourcesOf(cloud, 'AWS::ApiGatewayV2::Stage');
    if (!api || !stage || otherApis.length + otherStages.length > 0) throw new Error('The local cloud has one API with one stage');
    const { CorsConfiguration } = cloud.resolver.resolve<{ CorsConfiguration?: CorsConfiguration }>(api.stack, api.properties);
    const { DefaultRouteSettings, RouteSettings } = cloud.resolver.resolve<StageProperties>(stage.stack, stage.properties);
    const integrations = propertiesById<IntegrationProperties>(cloud, 'AWS::ApiGatewayV2::Integration');
    const authorizers = propertiesById<AuthorizerProperties>(cloud, 'AWS::ApiGatewayV2::Authorizer');
    const invoke = invokeAs(cloud);
    cloud.gateway = createGateway({
      routes: Object.values(propertiesById<RouteProperties>(cloud, 'AWS::ApiGatewayV2::Route')).map((route) =>
        routeOf(route, integrations),
      ),
      authorizers: Object.fromEntries(
        Object.entries(authorizers).map(([id, { JwtConfiguration }]) => [id, authorizerOf(JwtConfiguration, cloud)]),
      ),
      ...(CorsConfiguration && { cors: CorsConfiguration }),
      throttle: { default: DefaultRouteSettings, routes: RouteSettings },
      invoke: (functionArn, event) =>
        invoke({ principal: 'apigateway.amazonaws.com', sourceArn: invocationArn(api, event.routeKey) }, functionArn, event),
      onError: (error) => cloud.log('api gateway', String(error)),
    });
  },
};

/** Returns the source ARN of API Gateway's calls. The ARN contains the API, the stage, and the method and path of the route. */
const invocationArn = (api: Resource, routeKey: string): string => arn('execute-api', `${api.id}/$default/${routeKey.replace(' ', '')}`);

function propertiesById<Properties>(cloud: Cloud, type: string): Record<string, Properties> {
  return Object.fromEntries(
    resourcesOf(cloud, type).map(({ stack, id, properties }) => [id, cloud.resolver.resolve<Properties>(stack, properties)]),
  );
}

function routeOf(
  { RouteKey, Target, AuthorizationType = 'NONE', AuthorizerId, AuthorizationScopes }: RouteProperties,
  integrations: Record<string, IntegrationProperties>,
): GatewayRoute {
  const integration = integrations[Target.split('/')[1] ?? ''];
  if (!integration) throw new Error(`The route ${RouteKey} has no integration`);
  if (AuthorizationType !== (AuthorizerId ? 'JWT' : 'NONE'))
    throw new Error(`The local cloud does not know the AuthorizationType ${AuthorizationType} of ${RouteKey}`);
  return {
    routeKey: RouteKey,
    functionArn: integration.IntegrationUri,
    ...(AuthorizerId && { authorizerId: AuthorizerId }),
    ...(AuthorizationScopes && { scopes: AuthorizationScopes }),
  };
}

/** Uses the keys of the local pool, so the authorizer loads no keys from the issuer's URL. */
function authorizerOf({ Issuer, Audience }: AuthorizerProperties['JwtConfiguration'], { cognito }: Cloud): JwtAuthorizer {
  if (!cognito) throw new Error('An authorizer needs a user pool');
  return { issuer: Issuer, audience: Audience, jwks: cognito.jwks };
}

/** Resources that belong to the API. `apiGateway` reads their properties. */
export const apiGatewayParts: ResourceType[] = [
  {
    type: 'AWS::ApiGatewayV2::Integration',
    properties: {
      reads: ['IntegrationUri'],
      allowedValues: { IntegrationType: ['AWS_PROXY'], PayloadFormatVersion: ['2.0'] },
      ignores: { ApiId: singleApiReason },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Authorizer',
    properties: {
      reads: ['JwtConfiguration'],
      allowedValues: { AuthorizerType: ['JWT'], IdentitySource: [['$request.header.Authorization']] },
      ignores: { ApiId: singleApiReason, Name: textForReaders },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Route',
    properties: {
      reads: ['RouteKey', 'Target', 'AuthorizationType', 'AuthorizerId', 'AuthorizationScopes'],
      ignores: { ApiId: singleApiReason },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Stage',
    properties: {
      reads: ['RouteSettings', 'DefaultRouteSettings.ThrottlingBurstLimit', 'DefaultRouteSettings.ThrottlingRateLimit'],
      allowedValues: { AutoDeploy: [true], StageName: ['$default'] },
      ignores: { AccessLogSettings: 'Nothing local reads access logs.', ApiId: singleApiReason },
    },
  },
];
