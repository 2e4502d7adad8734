/** A local Cognito user pool with Google as its only identity provider: hosted UI, tokens, and the calls that the product uses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { rawPathOf } from '../cloudfront/request.ts';
import { respondTo, send } from './endpoint.ts';
import { createEndpoints } from './endpoints.ts';
import { type CallResponse, createIdentityCalls } from './identity-calls.ts';
import { createOAuthEndpoints } from './oauth-endpoints.ts';
import type { PoolClient } from './pool-client.ts';
import { openPoolStore, type PoolUser } from './pool-store.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';
import { attributesOf, type MappedAttributes, signInUser } from './users.ts';

type Options = {
  /** Directory for keys, users and refresh tokens. Because of this directory, users stay signed in after a restart. */
  directory: string;
  poolId: string;
  region: string;
  /** The origin under which the browser reaches this server. */
  origin: string;
  client: PoolClient;
  /** The user attributes that Google's claims are mapped to. */
  mappedAttributes: string[];
  now?: () => Date;
};

export type Cognito = {
  issuer: string;
  jwks: JSONWebKeySet;
  /** Returns the claims of an unexpired access or ID token of this pool. Rejects for any other token. */
  verify(token: string): Promise<JWTPayload>;
  /** Responds to calls of the user pool and returns true. Returns false for other requests and does not change them. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Responds to SDK calls of a server, such as AdminGetUser. */
  handleCall(operation: string, body: unknown): Promise<CallResponse>;
};

export async function openCognito(options: Options): Promise<Cognito> {
  const { directory, poolId, region, origin, client, mappedAttributes, now = () => new Date() } = options;
  const attributes = (user: PoolUser): Partial<MappedAttributes> =>
    Object.fromEntries(Object.entries(attributesOf(user)).filter(([name]) => mappedAttributes.includes(name)));
  const store = await openPoolStore(directory, poolId);
  const tokens = await createTokens({ store, poolId, region, clientId: client.id, lifetimes: client.lifetimes, attributes, now });
  const sessions = createSessions({ store, tokens, client, now });
  const handleCall = createIdentityCalls({ store, sessions, poolId, client, attributes });
  const endpoints = createEndpoints({
    poolId,
    issuer: tokens.issuer,
    origin,
    jwks: tokens.jwks,
    oauth: createOAuthEndpoints({ store, sessions, client, now }),
    handleCall,
    signIn: (email, name) => sessions.start(signInUser(store, email, name, now()), client.scopes.join(' ')),
  });
  const allowedOrigins = new Set([origin, ...client.callbackUrls.map((url) => new URL(url).origin)]);

  return {
    issuer: tokens.issuer,
    jwks: tokens.jwks,
    verify: tokens.verify,
    handleCall,
    async handle(request, response) {
      const path = rawPathOf(request);
      const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
      if (!endpoint) return false;
      send(await respondTo(request, endpoint, allowedOrigins), request, response);
      return true;
    },
  };
}
