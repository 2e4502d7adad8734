/** All paths of the user pool in one table. */
import type { JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { type Endpoint, type EndpointRequest, type EndpointResponse, jsonResponse } from './endpoint.ts';
import { type CallResponse, errorResponse, PUBLIC_OPERATIONS } from './identity-calls.ts';
import { type OAuthEndpoints, oauthTokens } from './oauth-endpoints.ts';
import type { SignInTokens } from './sessions.ts';
import { parseEmail } from './users.ts';

type Pool = {
  poolId: string;
  issuer: string;
  origin: string;
  jwks: JSONWebKeySet;
  oauth: OAuthEndpoints;
  handleCall(operation: string, body: unknown): Promise<CallResponse>;
  signIn(email: string, name: string): Promise<SignInTokens>;
};

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';

const localTokenInput = z.object({ email: z.string(), name: z.string().optional() });

export function createEndpoints(pool: Pool): Record<string, Endpoint> {
  const { oauth } = pool;
  const wellKnown = `/${pool.poolId}/.well-known`;
  const readMethods = ['GET', 'HEAD'];
  return {
    '/oauth2/authorize': {
      methods: ['GET', 'HEAD', 'POST'],
      kind: 'page',
      respond: ({ method, query, body }) => oauth.authorize(query, method === 'POST' ? new URLSearchParams(body) : undefined),
    },
    '/logout': { methods: readMethods, kind: 'page', respond: ({ query }) => oauth.logout(query) },
    '/oauth2/token': { methods: ['POST'], kind: 'api', respond: ({ body }) => oauth.token(new URLSearchParams(body)) },
    '/oauth2/revoke': { methods: ['POST'], kind: 'api', respond: ({ body }) => oauth.revoke(new URLSearchParams(body)) },
    '/_cognito/': { methods: ['POST'], kind: 'api', respond: (request) => handlePublicCall(pool, request) },
    '/_local/token': { methods: ['POST'], kind: 'local', respond: (request) => issueLocalToken(pool, request) },
    [`${wellKnown}/jwks.json`]: { methods: readMethods, kind: 'api', respond: () => jsonResponse(200, pool.jwks) },
    [`${wellKnown}/openid-configuration`]: {
      methods: readMethods,
      kind: 'api',
      respond: () => jsonResponse(200, openIdConfiguration(pool, `${pool.origin}${wellKnown}/jwks.json`)),
    },
  };
}

/** The cognito-idp calls of the page. Servers have credentials, and call the control server instead. */
async function handlePublicCall(pool: Pool, { headers, body }: EndpointRequest): Promise<EndpointResponse> {
  const target = String(headers['x-amz-target'] ?? '');
  const operation = target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : '';
  const response = PUBLIC_OPERATIONS.has(operation)
    ? await pool.handleCall(operation, parseJson(body))
    : errorResponse('UnknownOperationException', `'${operation}' is not a call for browsers`);
  return jsonResponse(response.status, response.body, 'application/x-amz-json-1.1');
}

/** Returns tokens without a sign-in page, for scripts and tests. Cognito itself has no such call. */
async function issueLocalToken(pool: Pool, { body }: EndpointRequest): Promise<EndpointResponse> {
  const input = localTokenInput.safeParse(parseJson(body));
  const email = input.success ? parseEmail(input.data.email) : undefined;
  if (!email)
    return jsonResponse(400, {
      error: 'invalid_request',
      error_description: 'Send {"email": "ada@example.com"}, and a "name" if you like',
    });
  const { token_type: _, ...tokens } = oauthTokens(await pool.signIn(email, input.data?.name ?? ''));
  return jsonResponse(200, tokens);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The issuer is AWS's URL, as in the template, but all endpoints are local. */
const openIdConfiguration = ({ issuer, origin }: Pool, jwksUri: string) => ({
  issuer,
  jwks_uri: jwksUri,
  authorization_endpoint: `${origin}/oauth2/authorize`,
  token_endpoint: `${origin}/oauth2/token`,
  revocation_endpoint: `${origin}/oauth2/revoke`,
  end_session_endpoint: `${origin}/logout`,
  response_types_supported: ['code'],
  scopes_supported: ['openid', 'email', 'profile'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
});
