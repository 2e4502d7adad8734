/**
 * Tests that CloudFormation's functions return the same values as in a deployment, and that errors name the unknown part of the template.
 */
import { describe, expect, test } from 'vitest';
import type { Assembly, Resource } from './assembly.ts';
import { createResolver, type Identity } from './resolve.ts';
import { assertKnown } from './resource-types.ts';

const resource = (stack: string, id: string, type = 'Test::Thing', properties = {}): Resource => ({
  stack,
  id,
  type,
  properties,
  metadata: {},
});

const assembly: Assembly = {
  directory: '',
  assets: new Map(),
  resources: [resource('one', 'Table'), resource('two', 'Table'), resource('two', 'Bucket')],
  stacks: [
    {
      name: 'one',
      region: 'us-east-1',
      template: { Outputs: { Out: { Value: { 'Fn::GetAtt': ['Table', 'Arn'] }, Export: { Name: 'one:Table' } } } },
    },
    { name: 'two', region: 'us-east-1', template: { Parameters: { Stage: { Default: 'prod' } } } },
  ],
};
const identity: Identity = {
  ref: ({ stack, id }) => `${stack}-${id}`,
  attribute: ({ stack, id }, name) => (name === 'Arn' ? `arn:${stack}:${id}` : undefined),
};
const secrets: Record<string, string> = {
  'arn:aws:secretsmanager:x:y:secret:s/': 'whole',
  'arn:aws:secretsmanager:x:y:secret:s/key': 'part',
};
const { resolve } = createResolver(
  assembly,
  () => identity,
  (arn, key) => secrets[`${arn}/${key}`] ?? '',
);

describe('a value of a template', () => {
  test.each<[string, unknown, unknown]>([
    ['a reference', { Ref: 'Table' }, 'two-Table'],
    ['a parameter', { Ref: 'Stage' }, 'prod'],
    ['the region', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['an attribute', { 'Fn::GetAtt': ['Bucket', 'Arn'] }, 'arn:two:Bucket'],
    ['a join', { 'Fn::Join': ['-', ['a', { Ref: 'Bucket' }, 'b']] }, 'a-two-Bucket-b'],
    ['a substitution', { 'Fn::Sub': '${AWS::Partition}/${Bucket.Arn}/${!Kept}' }, 'aws/arn:two:Bucket/${Kept}'],
    ['a substitution with additional values', { 'Fn::Sub': ['${x}-${Table}', { x: { Ref: 'Stage' } }] }, 'prod-two-Table'],
    ['a choice of a split', { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, 'b'],
    ['another stack’s export', { 'Fn::ImportValue': 'one:Table' }, 'arn:one:Table'],
    ['a list with AWS::NoValue', [{ Ref: 'AWS::NoValue' }, 1], [1]],
    ['a property of AWS::NoValue', { a: { Ref: 'AWS::NoValue' }, b: 2 }, { b: 2 }],
    ['a secret', '{{resolve:secretsmanager:arn:aws:secretsmanager:x:y:secret:s:SecretString:::}}', 'whole'],
    [
      'a key of a secret',
      { 'Fn::Join': ['', ['{{resolve:secretsmanager:arn:aws:secretsmanager:x:y:secret:s', ':SecretString:key::}}']] },
      'part',
    ],
    ['a plain object', { Reference: 'Table', n: [null, false, 0] }, { Reference: 'Table', n: [null, false, 0] }],
  ])('a value of a template can be %s', (_, value, expected) => {
    expect(resolve('two', value)).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ['an unknown function', { 'Fn::Cidr': [] }, 'Fn::Cidr'],
    ['an unknown resource', { Ref: 'Nothing' }, 'Nothing'],
    ['an unknown attribute', { 'Fn::GetAtt': ['Bucket', 'Colour'] }, 'Colour'],
    ['an unknown export', { 'Fn::ImportValue': 'x:y' }, 'x:y'],
  ])('the error for %s contains the unknown name', (_, value, name) => {
    expect(() => resolve('two', value)).toThrow(name);
  });
});

describe('a resource type', () => {
  const withTypes = (...types: string[]): Assembly => ({ ...assembly, resources: types.map((type, n) => resource('two', `R${n}`, type)) });

  test('an unknown resource type causes an error that names each resource of this type', () => {
    expect(() => assertKnown(withTypes('AWS::DynamoDB::Table', 'AWS::SQS::Queue', 'AWS::EC2::Instance'))).toThrow(
      /AWS::SQS::Queue \(R1 of two\), AWS::EC2::Instance \(R2 of two\)/,
    );
  });

  test('a known resource type causes no error', () => {
    expect(() => assertKnown(withTypes('AWS::DynamoDB::Table', 'AWS::IAM::Role'))).not.toThrow();
  });
});
