/**
 * Who may do what, as the template's roles say: a call that AWS would refuse is refused here too, with the line to add. Each function
 * signs with an access key of its own; the local cloud itself, and the tests, with the owner's.
 */
import { createHash } from 'node:crypto';
import { allows, type Statement } from './policy.ts';

type Principal = { name: string; statements: readonly Statement[] };

export type Iam = {
  /** Makes a function known, and answers the access key that it signs with: the same at each start, for links outlive one. */
  addFunction(name: string, statements: readonly Statement[]): string;
  isKnown(accessKeyId: string): boolean;
  /** The function that signs with this key; undefined for the owner. */
  nameOf(accessKeyId: string): string | undefined;
  isAllowed(accessKeyId: string, action: string, resource: string): boolean;
  /** Why a call is refused, or undefined where it is allowed. A refusal is told to whoever watches: it is a grant that is missing. */
  refusal(accessKeyId: string, action: string, resource: string): string | undefined;
};

export function createIam(ownerKeyId: string, onRefusal: (message: string) => void = () => {}): Iam {
  const principals = new Map<string, Principal>();
  const decisions = new Map<string, string | undefined>();

  function decide(accessKeyId: string, action: string, resource: string): string | undefined {
    if (accessKeyId === ownerKeyId) return undefined;
    const principal = principals.get(accessKeyId);
    if (!principal) return 'The security token included in the request is invalid.';
    if (allows(principal.statements, action, resource)) return undefined;
    return `The function ${principal.name} is not authorized to perform: ${action} on resource: ${resource}. Grants stand in infra/routes.ts.`;
  }

  function decided(accessKeyId: string, action: string, resource: string): string | undefined {
    // The objects of a bucket are too many to remember.
    if (action.startsWith('s3:')) return decide(accessKeyId, action, resource);
    const key = `${accessKeyId} ${action} ${resource}`;
    if (!decisions.has(key)) decisions.set(key, decide(accessKeyId, action, resource));
    return decisions.get(key);
  }

  return {
    addFunction(name, statements) {
      const accessKeyId = `AKIA${createHash('sha256').update(name).digest('hex').slice(0, 16).toUpperCase()}`;
      principals.set(accessKeyId, { name, statements });
      return accessKeyId;
    },
    nameOf: (accessKeyId) => principals.get(accessKeyId)?.name,
    isKnown: (accessKeyId) => accessKeyId === ownerKeyId || principals.has(accessKeyId),
    isAllowed: (accessKeyId, action, resource) => !decided(accessKeyId, action, resource),
    refusal(accessKeyId, action, resource) {
      const message = decided(accessKeyId, action, resource);
      if (message) onRefusal(message);
      return message;
    },
  };
}

/** The access key in a signed request's header; empty where there is none. The signature itself only S3 checks, whose links go outside. */
export const accessKeyIn = (authorization: string | undefined): string => /Credential=([^/,\s]+)\//.exec(authorization ?? '')?.[1] ?? '';
