import { describe, expect, test } from 'vitest';
import { type ResourceRequest, readResourceStatements, verdictOf } from './resource-policy.ts';

const bucket = 'arn:aws:s3:::site';
const distribution = 'arn:aws:cloudfront::000000000000:distribution/D';
const statements = readResourceStatements({
  Statement: [
    {
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:*',
      Resource: [bucket, `${bucket}/*`],
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    },
    {
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:*',
      Resource: `${bucket}/*`,
      Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } },
    },
    {
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: ['s3:GetObject', 's3:ListBucket'],
      Resource: [bucket, `${bucket}/*`],
      Condition: { StringEquals: { 'AWS:SourceArn': distribution } },
    },
  ],
});

const request = (changes: Partial<ResourceRequest> = {}): ResourceRequest => ({
  principal: 'cloudfront.amazonaws.com',
  action: 's3:GetObject',
  resource: `${bucket}/index.html`,
  context: { 'aws:securetransport': 'true', 's3:tlsversion': '1.3', 'aws:sourcearn': distribution },
  ...changes,
});

test.each<[string, Partial<ResourceRequest>, 'Allow' | 'Deny' | undefined]>([
  ['the distribution that the condition names', {}, 'Allow'],
  ['another distribution', { context: { ...request().context, 'aws:sourcearn': `${distribution}2` } }, undefined],
  ['another service', { principal: 'states.amazonaws.com' }, undefined],
  ['another action', { action: 's3:PutObject' }, undefined],
  ['another bucket', { resource: 'arn:aws:s3:::other/index.html' }, undefined],
  ['a connection without TLS', { context: { ...request().context, 'aws:securetransport': 'false' } }, 'Deny'],
  ['a connection with an old TLS version', { context: { ...request().context, 's3:tlsversion': '1.1' } }, 'Deny'],
  ['a request without context', { context: {} }, undefined],
])('verdictOf() returns the expected verdict for %s', (_, changes, verdict) => {
  expect(verdictOf(statements, request(changes))).toBe(verdict);
});

describe('readResourceStatements() throws an error that names the unsupported part of the statement', () => {
  const validStatement = { Effect: 'Allow', Principal: '*', Action: 's3:*', Resource: '*' };
  test.each([
    [{ ...validStatement, NotAction: 's3:*' }, 'NotAction'],
    [{ ...validStatement, Effect: 'Maybe' }, 'Maybe'],
    [{ ...validStatement, Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }, 'IpAddress'],
    [{ ...validStatement, Principal: { AWS: 'arn:aws:iam::1:root' } }, 'arn:aws:iam::1:root'],
    [{ ...validStatement, Principal: { Federated: 'x' } }, 'Federated'],
  ])('readResourceStatements names the unsupported part in its error for %j', (statement, name) => {
    expect(() => readResourceStatements({ Statement: [statement] })).toThrow(name);
  });
});
