import { expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { defaultSynthesis, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { calls } from '../functions/calls.ts';

const { all: resourcesOf, one: onlyResource } = defaultSynthesis();
const authorizer = onlyResource('AWS::ApiGatewayV2::Authorizer');
const names = Object.keys(endpoints) as EndpointName[];

test.each(names)('the call %s has one route, a separate function and the correct authorizer', (name) => {
  const { method, path, caller } = endpoints[name];
  const routes = resourcesOf('AWS::ApiGatewayV2::Route').filter(({ Properties }) => Properties.RouteKey === `${method} ${path}`);
  expect(routes).toHaveLength(1);
  const route = routes[0]?.Properties;
  expect({ type: route.AuthorizationType, id: toPlainValue(route.AuthorizerId) }).toEqual(
    // The calls for files are in another stack, which imports the id of the authorizer.
    caller === 'user'
      ? { type: 'JWT', id: expect.stringMatching(new RegExp(`^<(.+:ExportsOutputRef)?${authorizer.id}`)) }
      : { type: 'NONE', id: undefined },
  );
  const [, integrationId] = /<(.+)>/.exec(toPlainValue(route.Target)) ?? [];
  const integration = onlyResource('AWS::ApiGatewayV2::Integration', integrationId);
  const [, targetId = ''] = /<(\w+)(?:\.Arn)?>/.exec(toPlainValue(integration.Properties.IntegrationUri)) ?? [];
  const alias = resourcesOf('AWS::Lambda::Alias').find(({ id }) => id === targetId);
  const lambda = onlyResource('AWS::Lambda::Function', alias ? alias.Properties.FunctionName.Ref : targetId);
  expect(lambda.Properties.Description).toBe(calls[name].entry);
});

test('the API has no other routes', () => {
  expect(resourcesOf('AWS::ApiGatewayV2::Route')).toHaveLength(names.length);
});

test('the API accepts only tokens of our user pool for our client', () => {
  expect(toPlainValue(authorizer.Properties.JwtConfiguration)).toEqual({
    Audience: [expect.stringContaining('UserPoolSite')],
    Issuer: expect.stringMatching(/^https:\/\/cognito-idp\.us-east-1\.amazonaws\.com\/<.*UserPool.*>$/),
  });
});

test('the API is throttled, and its access log contains no query, because the query of a webhook contains its proof', () => {
  const { DefaultRouteSettings, AccessLogSettings } = onlyResource('AWS::ApiGatewayV2::Stage').Properties;
  expect(DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 });
  expect(AccessLogSettings.Format).toContain('$context.authorizer.claims.sub');
  expect(AccessLogSettings.Format).not.toMatch(/query|\$context\.path/i);
});

test('every function times out before API Gateway times out', () => {
  for (const name of names) expect(calls[name].timeoutSeconds).toBeLessThan(30);
});
