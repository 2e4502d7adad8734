/**
 * Checks permissions with the roles of the template, and denies the calls that AWS would deny. The message about a denied call names the
 * missing permission. Each execution environment signs its calls with session credentials of its role. The local cloud itself and the tests
 * sign with the credentials of the owner. The owner may make every call.
 */
import { randomBytes } from 'node:crypto';
import { allows, type Statement } from './policy.ts';
import { createSessions, type SessionCredentials, type SessionError } from './sessions.ts';

type Principal = { name: string; statements: readonly Statement[] };

/** Returns the reason if an action of a state machine is denied, or undefined if the action is allowed. */
export type MachinePermissions = (action: string, resource: string) => string | undefined;

export type Iam = {
  /** Registers the role of a Lambda function. Returns a callback that opens a session with this role. */
  addFunction(name: string, statements: readonly Statement[]): () => SessionCredentials;
  /** Returns the secret access key of session credentials, or the reason why the credentials are not valid. */
  secretOf(accessKeyId: string, sessionToken: string | undefined): { secretAccessKey: string } | SessionError;
  /** Registers a state machine and returns the check of its permissions. */
  addMachine(name: string, statements: readonly Statement[]): MachinePermissions;
  /** Returns the name of the Lambda function that signs with this access key. Returns undefined for the owner. */
  nameOf(accessKeyId: string): string | undefined;
  isAllowed(accessKeyId: string, action: string, resource: string): boolean;
  /**
   * Returns the reason if a call is denied. Returns undefined if it is allowed. Reports each denied call, because a grant is probably
   * missing.
   */
  checkPermission(accessKeyId: string, action: string, resource: string): string | undefined;
};

/**
 * @param sessionKey signs the session tokens. It must be the same after each start, so that signed URLs stay valid. The default is a random
 * key.
 */
export function createIam(ownerKeyId: string, onDenial: (message: string) => void = () => {}, sessionKey: Buffer = randomBytes(32)): Iam {
  const sessions = createSessions(sessionKey);
  const functions = new Map<string, Principal>();
  /** Maps the access key id of a session to its principal. */
  const principals = new Map<string, Principal>();
  const decisions = new Map<string, string | undefined>();

  function decide(accessKeyId: string, action: string, resource: string): string | undefined {
    if (accessKeyId === ownerKeyId) return undefined;
    const principal = principals.get(accessKeyId);
    if (!principal) return 'The security token included in the request is invalid.';
    if (allows(principal.statements, action, resource)) return undefined;
    return `The function ${principal.name} is not authorized to perform: ${action} on resource: ${resource}. Its grants are in infra/functions/.`;
  }

  function decideWithCache(accessKeyId: string, action: string, resource: string): string | undefined {
    // Decisions about S3 are not cached, because a bucket has too many objects.
    if (action.startsWith('s3:')) return decide(accessKeyId, action, resource);
    const key = `${accessKeyId} ${action} ${resource}`;
    if (!decisions.has(key)) decisions.set(key, decide(accessKeyId, action, resource));
    return decisions.get(key);
  }

  return {
    addFunction(name, statements) {
      const principal = { name, statements };
      functions.set(name, principal);
      return () => {
        const credentials = sessions.open(name);
        principals.set(credentials.accessKeyId, principal);
        return credentials;
      };
    },
    secretOf(accessKeyId, sessionToken) {
      const session = sessions.check(accessKeyId, sessionToken);
      if (typeof session === 'string') return session;
      const principal = functions.get(session.principal);
      if (!principal) return 'InvalidAccessKeyId';
      // An earlier start of the local cloud may have opened this session.
      principals.set(accessKeyId, principal);
      return session;
    },
    nameOf: (accessKeyId) => principals.get(accessKeyId)?.name,
    addMachine: (name, statements) => (action, resource) => {
      if (allows(statements, action, resource)) return undefined;
      const message = `The state machine ${name} is not authorized to perform: ${action} on resource: ${resource}. Its grants are in infra/state-machines/.`;
      onDenial(message);
      return message;
    },
    isAllowed: (accessKeyId, action, resource) => !decideWithCache(accessKeyId, action, resource),
    checkPermission(accessKeyId, action, resource) {
      const message = decideWithCache(accessKeyId, action, resource);
      if (message) onDenial(message);
      return message;
    },
  };
}

/**
 * Returns the access key id in the header of a signed request, or an empty string. Only the S3 server checks the signature itself, because
 * only signed URLs of S3 are used outside the local cloud.
 */
export const accessKeyIn = (authorization: string | undefined): string => /Credential=([^/,\s]+)\//.exec(authorization ?? '')?.[1] ?? '';
