/** Creates the calls of the HTTP API: one route and one function for each entry of shared/endpoints.ts. */
import { Validations } from 'aws-cdk-lib';
import { type HttpApi, HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import type { Artifacts } from '../artifacts.ts';
import { calls } from '../functions/calls.ts';
import { canaryCalls } from '../functions/canary-calls.ts';
import type { Settings } from '../settings.ts';
import type { RunsStack } from '../stacks/runs-stack.ts';
import type { GradualCalls } from './gradual-calls.ts';
import { createNativeLayer } from './native-layer.ts';
import type { Grantable } from './permissions.ts';
import { ProductFunction } from './product-function.ts';

export type CallContext = {
  settings: Settings;
  artifacts: Artifacts;
  grantable: Grantable;
  httpApi: HttpApi;
  authorizer: HttpUserPoolAuthorizer;
  completions: Pick<RunsStack, 'grantTaskCompletions'>;
  /** Undefined if no call of the stack has a canary. */
  gradualCalls?: GradualCalls;
};

export const callNames = Object.keys(endpoints) as EndpointName[];

/** @param scope the stack of the routes and functions, which can be another stack than that of the API */
export function createCalls(scope: Construct, names: readonly EndpointName[], context: CallContext): void {
  const { settings, artifacts, grantable, httpApi, authorizer, completions } = context;
  const layers = { sharp: createNativeLayer(scope, 'sharp', artifacts), 'node-av': createNativeLayer(scope, 'node-av', artifacts) };
  for (const name of names) {
    const { method, path, caller } = endpoints[name];
    const id = name.charAt(0).toUpperCase() + name.slice(1);
    const spec = calls[name];
    const { lambda } = new ProductFunction(scope, id, { spec, settings, artifacts, grantable, layers });
    completions.grantTaskCompletions(scope, id, { spec, lambda });
    const route = new HttpRoute(scope, `${id}Route`, {
      httpApi,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration: new HttpLambdaIntegration(`${id}Integration`, canaryCalls.has(name) ? aliasOf(lambda, id, context) : lambda),
      authorizer: caller === 'user' ? authorizer : new HttpNoneAuthorizer(),
    });
    if (caller === 'vendor')
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'A vendor has no account here. The function checks the signature of each message before it uses the content (lambdas/vendors/).',
      });
    if (caller === 'visitor')
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'Visitors check and verify files without an account. These calls reach no data of a user.',
      });
  }
}

function aliasOf(lambda: ProductFunction['lambda'], id: string, { gradualCalls }: CallContext) {
  if (!gradualCalls) throw new Error(`The stack of ${id} has no canaries`);
  return gradualCalls.aliasOf(lambda, id);
}
