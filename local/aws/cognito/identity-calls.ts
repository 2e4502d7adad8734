/** Implements the cognito-idp calls that aws-amplify makes in the page, and the Admin calls that servers make with credentials. */
import * as z from 'zod';
import type { PoolClient } from './pool-client.ts';
import type { PoolStore, PoolUser } from './pool-store.ts';
import type { Sessions } from './sessions.ts';
import { epochSeconds, identityOf } from './tokens.ts';
import { findUser, type MappedAttributes } from './users.ts';

export type CallResponse = { status: number; body: Record<string, unknown> };

type Pool = {
  store: PoolStore;
  sessions: Sessions;
  poolId: string;
  client: PoolClient;
  attributes(user: PoolUser): Partial<MappedAttributes>;
};

/** Calls that the page may make. All other calls need the credentials of a server. */
export const PUBLIC_OPERATIONS: ReadonlySet<string> = new Set(['GetTokensFromRefreshToken', 'InitiateAuth', 'RevokeToken']);

class IdentityError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const getTokensInput = z.object({ ClientId: z.string(), RefreshToken: z.string() });
const initiateAuthInput = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: z.record(z.string(), z.string()).optional(),
});
const revokeTokenInput = z.object({ ClientId: z.string(), Token: z.string() });
const adminUserInput = z.object({ UserPoolId: z.string(), Username: z.string() });
/** Cognito also supports filters for other attributes and comparisons. The product searches only for a sub. */
const listUsersInput = z.strictObject({
  UserPoolId: z.string(),
  Filter: z.string().regex(/^sub = "[^"]+"$/),
  Limit: z.int().min(1).max(60).optional(),
});

export function createIdentityCalls({ store, sessions, poolId, client, attributes }: Pool) {
  const requireClient = (id: string): void => {
    if (id !== client.id) throw new IdentityError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  };
  const requirePool = (id: string): void => {
    if (id !== poolId) throw new IdentityError('ResourceNotFoundException', `User pool ${id} does not exist.`);
  };
  const requireUser = (body: unknown) => {
    const { UserPoolId, Username } = adminUserInput.parse(body);
    requirePool(UserPoolId);
    const user = findUser(store, Username);
    if (!user) throw new IdentityError('UserNotFoundException', 'User does not exist.');
    return user;
  };
  const refreshTokens = async (refreshToken: string) => {
    const tokens = await sessions.refresh(refreshToken);
    if (!tokens) throw new IdentityError('NotAuthorizedException', 'Invalid Refresh Token');
    return { AuthenticationResult: tokens };
  };

  const operations: Record<string, (body: unknown) => Promise<Record<string, unknown>>> = {
    async GetTokensFromRefreshToken(body) {
      const { ClientId, RefreshToken } = getTokensInput.parse(body);
      requireClient(ClientId);
      return refreshTokens(RefreshToken);
    },
    async InitiateAuth(body) {
      const { ClientId, AuthFlow, AuthParameters } = initiateAuthInput.parse(body);
      requireClient(ClientId);
      const isRefresh = ['REFRESH_TOKEN', 'REFRESH_TOKEN_AUTH'].includes(AuthFlow);
      if (!client.authFlows.includes(isRefresh ? 'ALLOW_REFRESH_TOKEN_AUTH' : `ALLOW_${AuthFlow}`))
        throw new IdentityError('InvalidParameterException', `${AuthFlow} flow not enabled for this client`);
      // Every other flow needs a password, or a trigger that this pool does not have.
      if (!isRefresh) throw new IdentityError('NotAuthorizedException', 'Incorrect username or password.');
      return { ChallengeParameters: {}, ...(await refreshTokens(AuthParameters?.REFRESH_TOKEN ?? '')) };
    },
    async RevokeToken(body) {
      const { ClientId, Token } = revokeTokenInput.parse(body);
      requireClient(ClientId);
      await sessions.revoke(Token);
      return {};
    },
    async AdminGetUser(body) {
      const user = requireUser(body);
      const userAttributes = { sub: user.sub, identities: JSON.stringify([identityOf(user)]), ...attributes(user) };
      return {
        Username: user.username,
        UserAttributes: Object.entries(userAttributes).map(([Name, value]) => ({ Name, Value: String(value) })),
        UserCreateDate: epochSeconds(new Date(user.createdAt)),
        UserLastModifiedDate: epochSeconds(new Date(user.lastSignInAt)),
        Enabled: true,
        UserStatus: 'EXTERNAL_PROVIDER',
      };
    },
    async ListUsers(body) {
      const { UserPoolId, Filter } = listUsersInput.parse(body);
      requirePool(UserPoolId);
      const sub = Filter.slice('sub = "'.length, -1);
      const users = [...store.users.values()].filter((user) => user.sub === sub);
      return {
        Users: users.map((user) => ({
          Username: user.username,
          Attributes: Object.entries({ sub: user.sub, ...attributes(user) }).map(([Name, value]) => ({ Name, Value: String(value) })),
        })),
      };
    },
    async AdminUserGlobalSignOut(body) {
      const user = requireUser(body);
      for (const session of [...store.refreshSessions.values()])
        if (session.email === user.email) store.refreshSessions.delete(session.token);
      await store.save();
      return {};
    },
    async AdminDeleteUser(body) {
      const user = requireUser(body);
      store.users.delete(user.email);
      for (const session of [...store.refreshSessions.values()])
        if (session.email === user.email) store.refreshSessions.delete(session.token);
      await store.save();
      return {};
    },
  };

  return async (operation: string, body: unknown): Promise<CallResponse> => {
    try {
      const handler = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!handler) throw new IdentityError('UnknownOperationException', `The local user pool does not know ${operation}`);
      return { status: 200, body: await handler(body) };
    } catch (error) {
      if (error instanceof z.ZodError) return errorResponse('InvalidParameterException', z.prettifyError(error));
      if (error instanceof IdentityError) return errorResponse(error.name, error.message);
      throw error;
    }
  };
}

export const errorResponse = (type: string, message: string): CallResponse => ({ status: 400, body: { __type: type, message } });
