import { describe, expect, test } from 'vitest';
import { createApp } from '#infra/app.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { type Assembly, readAssembly } from './assembly.ts';
import { type PropertyRules, unreadProperties } from './properties.ts';
import { assertKnown } from './resource-types.ts';

describe('the properties of a resource', () => {
  const rules: PropertyRules = {
    reads: ['Name', 'Rules.Prefix', 'Policy'],
    only: { Mode: ['fast', 'slow'], 'Rules.Status': ['Enabled'] },
    ignores: { Tags: 'Nothing reads them.' },
  };
  const unread = (properties: Record<string, unknown>) =>
    unreadProperties({ stack: 'web', id: 'Thing', type: 'Test::Thing', properties, metadata: {} }, rules);

  test.each<[string, Record<string, unknown>]>([
    ['read by code', { Name: 'a' }],
    ['below a path that code reads', { Policy: { Statement: [{ Effect: 'Allow' }] } }],
    ['of entries of a list', { Rules: [{ Prefix: 'a' }, { Prefix: 'b', Status: 'Enabled' }] }],
    ['with an intrinsic function as value', { Name: { Ref: 'Other' } }],
    ['on the list of ignored ones', { Tags: [{ Key: 'a', Value: 'b' }] }],
    ['with one of the known values', { Mode: 'slow' }],
  ])('are accepted: those %s', (_, properties) => {
    expect(unread(properties)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown one', { Colour: 'red' }, 'Colour of Test::Thing (Thing of web)'],
    ['an unknown one that begins with a known name', { NameServer: 'a' }, 'NameServer of Test::Thing (Thing of web)'],
    ['an unknown one of the last entry of a list', { Rules: [{ Prefix: 'a' }, { Days: 3 }] }, 'Rules.Days of Test::Thing (Thing of web)'],
    ['an unknown one with an intrinsic function as value', { Colour: { Ref: 'Other' } }, 'Colour of Test::Thing (Thing of web)'],
    ['a list of texts', { Colours: ['red'] }, 'Colours of Test::Thing (Thing of web)'],
    ['an unknown value', { Mode: 'odd' }, 'Mode of Test::Thing (Thing of web) is "odd"'],
    ['an unknown value in a list', { Rules: [{ Status: 'Disabled' }] }, 'Rules.Status of Test::Thing (Thing of web) is "Disabled"'],
  ])('are rejected with an error that names them: %s', (_, properties, message) => {
    expect(unread(properties)).toEqual([message]);
  });
});

describe('the template of the product', () => {
  const folder = temporaryFolder('properties');
  const synthesized = (): Assembly => {
    process.env.CDK_VALIDATION = 'false';
    const app = createApp({
      outdir: folder.path,
      siteOrigin: 'http://localhost:3000',
      context: { mailFrom: 'hello@vitrine.example' },
      isLocal: true,
      skipAssets: true,
    });
    return readAssembly(app.synth());
  };
  const assembly = synthesized();
  folder.remove();

  /** Returns a copy of the template in which the first resource of a type has additional properties. */
  const withProperties = (type: string, properties: Record<string, unknown>): { planted: Assembly; place: string } => {
    const found = assembly.resources.find((resource) => resource.type === type);
    if (!found) throw new Error(`The template has no ${type}`);
    const resources = assembly.resources.map((one) => (one === found ? { ...one, properties: { ...one.properties, ...properties } } : one));
    return { planted: { ...assembly, resources }, place: `${type} (${found.id} of ${found.stack})` };
  };

  test('has no property that the local cloud does not know', () => {
    expect(() => assertKnown(assembly)).not.toThrow();
  });

  test.each([...new Set(assembly.resources.map(({ type }) => type))].filter((type) => !isIgnored(type)))(
    'with an unknown property of %s throws an error that names the property and the resource',
    (type) => {
      const { planted, place } = withProperties(type, { PlantedProperty: 1 });
      expect(() => assertKnown(planted)).toThrow(`PlantedProperty of ${place}`);
    },
  );

  test.each<[string, Record<string, unknown>, string]>([
    ['AWS::Lambda::Function', { Runtime: 'python3.13' }, 'Runtime of AWS::Lambda::Function'],
    ['AWS::Lambda::Function', { FileSystemConfigs: [{ Arn: 'a' }] }, 'FileSystemConfigs.Arn of AWS::Lambda::Function'],
    ['AWS::Cognito::UserPoolClient', { AuthSessionValidity: 5 }, 'AuthSessionValidity of AWS::Cognito::UserPoolClient'],
    ['AWS::ApiGatewayV2::Stage', { DefaultRouteSettings: { DetailedMetricsEnabled: true } }, 'DefaultRouteSettings.DetailedMetricsEnabled'],
    ['AWS::S3::Bucket', { VersioningConfiguration: { Status: 'Enabled' } }, 'VersioningConfiguration.Status of AWS::S3::Bucket'],
    ['AWS::IAM::Role', { Policies: [{ PolicyName: 'a' }] }, 'Policies.PolicyName of AWS::IAM::Role'],
  ])('with %s %j throws an error that names the problem', (type, properties, message) => {
    expect(() => assertKnown(withProperties(type, properties).planted)).toThrow(message);
  });

  test('may have only one function with another runtime: the function that copies the site', () => {
    const others = assembly.resources.filter(
      ({ type, properties }) => type === 'AWS::Lambda::Function' && properties.Runtime !== 'nodejs24.x',
    );
    expect(others.map(({ id }) => id)).toEqual([expect.stringMatching(/^CustomCDKBucketDeployment/)]);
    const orphaned = { ...assembly, resources: assembly.resources.filter(({ type }) => type !== 'Custom::CDKBucketDeployment') };
    expect(() => assertKnown(orphaned)).toThrow(
      /Runtime of AWS::Lambda::Function \(CustomCDKBucketDeployment\w+ of vitrine-prod-web\) is "python3/,
    );
  });
});

/** Returns whether all properties of a type are ignored locally. */
function isIgnored(type: string): boolean {
  return ['AWS::Logs::LogGroup', 'AWS::WAFv2::WebACL', 'AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'].includes(type);
}
