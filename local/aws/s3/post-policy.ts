import { putSizeBytesMax, type SizeLimits } from './body.ts';
import { accessDenied, invalidArgument, notImplemented, S3Error } from './s3-error.ts';
import { type Credentials, readScope, requireSignature } from './signature.ts';

/** The fields of a form before its file, with names in lower case. */
export type PostFields = ReadonlyMap<string, string>;

type Condition = { operator: 'eq'; field: string; value: string } | ({ operator: 'content-length-range' } & SizeLimits);
type Policy = { expiresAtMs: number; conditions: Condition[] };

/** These fields need no condition in the policy, because the signature of the policy does not cover them. */
const fieldsWithoutCondition = new Set(['policy', 'x-amz-signature', 'file']);

/**
 * Checks all fields of a POST form before the file arrives.
 * @returns the signer of the policy and the file sizes that it allows
 * @throws S3Error AccessDenied with the failed condition, otherwise S3's error code
 */
export function verifyPostPolicy(
  { bucket, fields }: { bucket: string; fields: PostFields },
  credentials: Credentials,
  nowMs: number,
): { accessKeyId: string; limits: SizeLimits } {
  const encodedPolicy = fields.get('policy');
  if (!encodedPolicy) throw accessDenied();
  if (fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') throw invalidArgument('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const scope = readScope(fields.get('x-amz-credential') ?? '', fields.get('x-amz-security-token'), credentials);
  requireSignature(scope, encodedPolicy, fields.get('x-amz-signature') ?? '');

  const policy = parsePolicy(encodedPolicy);
  if (nowMs > policy.expiresAtMs) throw policyError('Policy expired.');
  if (fields.has('bucket') && fields.get('bucket') !== bucket)
    throw policyError('The bucket of the form differs from the bucket of the URL.');
  const fieldValues = new Map(fields).set('bucket', bucket);
  const coveredFields = new Set(fieldsWithoutCondition).add('bucket');
  const limits: SizeLimits = { sizeBytesMin: 0, sizeBytesMax: putSizeBytesMax };
  for (const condition of policy.conditions) {
    if (condition.operator === 'content-length-range') {
      limits.sizeBytesMin = Math.max(limits.sizeBytesMin, condition.sizeBytesMin);
      limits.sizeBytesMax = Math.min(limits.sizeBytesMax, condition.sizeBytesMax);
      continue;
    }
    coveredFields.add(condition.field);
    if ((fieldValues.get(condition.field) ?? '') !== condition.value) {
      throw policyError(`Policy Condition failed: ${JSON.stringify([condition.operator, `$${condition.field}`, condition.value])}`);
    }
  }
  const extraFields = [...fields.keys()].filter((name) => !coveredFields.has(name));
  if (extraFields.length > 0) throw policyError(`Extra input fields: ${extraFields.join(', ')}`);
  return { accessKeyId: scope.accessKeyId, limits };
}

function parsePolicy(encoded: string): Policy {
  let policy: { expiration?: unknown; conditions?: unknown };
  try {
    policy = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch {
    throw invalidPolicy('Invalid JSON.');
  }
  const expiresAtMs = typeof policy?.expiration === 'string' ? Date.parse(policy.expiration) : Number.NaN;
  if (Number.isNaN(expiresAtMs)) throw invalidPolicy("Invalid 'expiration' value.");
  if (!Array.isArray(policy.conditions)) throw invalidPolicy("Invalid 'conditions' value.");
  return { expiresAtMs, conditions: policy.conditions.flatMap(parseCondition) };
}

/** Parses one entry: `{ field: value, … }`, `[operator, '$field', value]` or `['content-length-range', min, max]`. */
function parseCondition(condition: unknown): Condition[] {
  if (!Array.isArray(condition)) {
    if (typeof condition !== 'object' || condition === null) throw invalidPolicy('Invalid Simple-Condition.');
    return Object.entries(condition).map(([field, value]) => ({ operator: 'eq', field: field.toLowerCase(), value: String(value) }));
  }
  const [name, first, second] = condition;
  const operator = String(name).toLowerCase();
  if (operator === 'content-length-range') {
    const [sizeBytesMin, sizeBytesMax] = [Number(first), Number(second)];
    if (!(sizeBytesMin >= 0 && sizeBytesMax >= sizeBytesMin)) throw invalidPolicy('Invalid content-length-range.');
    return [{ operator, sizeBytesMin, sizeBytesMax }];
  }
  if (operator === 'starts-with') throw notImplemented('POST with the condition starts-with');
  if (operator !== 'eq') throw invalidPolicy(`Unknown condition: ${operator}.`);
  if (typeof first !== 'string' || !first.startsWith('$')) throw invalidPolicy(`Invalid field of ${operator}.`);
  return [{ operator, field: first.slice(1).toLowerCase(), value: String(second) }];
}

const policyError = (reason: string) => accessDenied(`Invalid according to Policy: ${reason}`);

const invalidPolicy = (reason: string) => new S3Error(400, 'InvalidPolicyDocument', `Invalid Policy: ${reason}`);
