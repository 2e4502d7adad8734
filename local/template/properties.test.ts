import { describe, expect, test } from 'vitest';
import { createApp } from '#infra/app.ts';
import { localOrigin } from '#infra/settings.ts';
import { localSettings } from '#infra/stages/local.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { type Assembly, readAssembly } from './assembly.ts';
import { findUnsupportedProperties, type PropertyRules } from './properties.ts';
import { assertKnown } from './resource-types.ts';

describe('the properties of a resource', () => {
  const rules: PropertyRules = {
    reads: ['Name', 'Rules.Prefix', 'Policy'],
    allowedValues: { Mode: ['fast', 'slow'], 'Rules.Status': ['Enabled'] },
    ignores: { Tags: 'Nothing reads tags.' },
  };
  const findUnsupported = (properties: Record<string, unknown>) =>
    findUnsupportedProperties({ stack: 'web', id: 'Thing', type: 'Test::Thing', properties, metadata: {} }, rules);

  test.each<[string, Record<string, unknown>]>([
    ['read by the local cloud', { Name: 'a' }],
    ['below a path that the local cloud reads', { Policy: { Statement: [{ Effect: 'Allow' }] } }],
    ['in the entries of a list', { Rules: [{ Prefix: 'a' }, { Prefix: 'b', Status: 'Enabled' }] }],
    ['intrinsic functions', { Name: { Ref: 'Other' } }],
    ['on the list of ignored properties', { Tags: [{ Key: 'a', Value: 'b' }] }],
    ['one of the allowed values', { Mode: 'slow' }],
  ])('the properties of a resource are accepted if they are %s', (_, properties) => {
    expect(findUnsupported(properties)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown property', { Colour: 'red' }, 'Colour of Test::Thing (Thing of web)'],
    ['an unknown property that begins with a known name', { NameServer: 'a' }, 'NameServer of Test::Thing (Thing of web)'],
    [
      'an unknown property of the last entry of a list',
      { Rules: [{ Prefix: 'a' }, { Days: 3 }] },
      'Rules.Days of Test::Thing (Thing of web)',
    ],
    ['an unknown property with an intrinsic function as value', { Colour: { Ref: 'Other' } }, 'Colour of Test::Thing (Thing of web)'],
    ['an unknown property with a list as value', { Colours: ['red'] }, 'Colours of Test::Thing (Thing of web)'],
    ['an unknown value', { Mode: 'odd' }, 'Mode of Test::Thing (Thing of web) is "odd"'],
    ['an unknown value in a list', { Rules: [{ Status: 'Disabled' }] }, 'Rules.Status of Test::Thing (Thing of web) is "Disabled"'],
  ])('the properties of a resource are refused with an error that names the property, if they contain %s', (_, properties, message) => {
    expect(findUnsupported(properties)).toEqual([message]);
  });
});

describe('for the template of the product, assertKnown', () => {
  const folder = temporaryFolder('properties');
  const synthesize = (): Assembly => {
    process.env.CDK_VALIDATION = 'false';
    const settings = { ...localSettings(localOrigin), alarmEmail: 'ops@vitrine.example', monthlyBudgetDollars: 100 };
    const app = createApp({ settings, outdir: folder.path, isLocal: true, skipAssets: true });
    return readAssembly(app.synth());
  };
  const assembly = synthesize();
  folder.remove();

  /** Returns a copy of the template in which the first resource of a type has additional properties. */
  const addProperties = (type: string, properties: Record<string, unknown>): { changedAssembly: Assembly; resourceName: string } => {
    const firstResource = assembly.resources.find((resource) => resource.type === type);
    if (!firstResource) throw new Error(`The template has no ${type}`);
    const resources = assembly.resources.map((resource) =>
      resource === firstResource ? { ...resource, properties: { ...resource.properties, ...properties } } : resource,
    );
    return { changedAssembly: { ...assembly, resources }, resourceName: `${type} (${firstResource.id} of ${firstResource.stack})` };
  };

  test('assertKnown throws no error, because the local cloud supports all properties', () => {
    expect(() => assertKnown(assembly)).not.toThrow();
  });

  test.each([...new Set(assembly.resources.map(({ type }) => type))].filter((type) => !isIgnored(type)))(
    'assertKnown throws an error that names the property and the resource, if a resource of the type %s has an unknown property',
    (type) => {
      const { changedAssembly, resourceName } = addProperties(type, { UnknownProperty: 1 });
      expect(() => assertKnown(changedAssembly)).toThrow(`UnknownProperty of ${resourceName}`);
    },
  );

  test.each<[string, Record<string, unknown>, string]>([
    ['AWS::Lambda::Function', { Runtime: 'python3.13' }, 'Runtime of AWS::Lambda::Function'],
    ['AWS::Lambda::Function', { FileSystemConfigs: [{ Arn: 'a' }] }, 'FileSystemConfigs.Arn of AWS::Lambda::Function'],
    ['AWS::Cognito::UserPoolClient', { AuthSessionValidity: 5 }, 'AuthSessionValidity of AWS::Cognito::UserPoolClient'],
    ['AWS::ApiGatewayV2::Stage', { DefaultRouteSettings: { DetailedMetricsEnabled: true } }, 'DefaultRouteSettings.DetailedMetricsEnabled'],
    ['AWS::S3::Bucket', { VersioningConfiguration: { Status: 'Suspended' } }, 'VersioningConfiguration.Status of AWS::S3::Bucket'],
    ['AWS::IAM::Role', { Policies: [{ PolicyName: 'a', PolicyDocument: {}, Path: '/' }] }, 'Policies.Path of AWS::IAM::Role'],
    ['AWS::IAM::Role', { PermissionsBoundary: 'arn:aws:iam::aws:policy/a' }, 'PermissionsBoundary of AWS::IAM::Role'],
  ])('throws an error that names the problem, if a resource of the type %s has the properties %j', (type, properties, message) => {
    expect(() => assertKnown(addProperties(type, properties).changedAssembly)).toThrow(message);
  });

  test('only the function that copies the site has a different runtime', () => {
    const functionsWithOtherRuntime = assembly.resources.filter(
      ({ type, properties }) => type === 'AWS::Lambda::Function' && properties.Runtime !== 'nodejs24.x',
    );
    expect(functionsWithOtherRuntime.map(({ id }) => id)).toEqual([expect.stringMatching(/^CustomCDKBucketDeployment/)]);
    const assemblyWithoutCopy = { ...assembly, resources: assembly.resources.filter(({ type }) => type !== 'Custom::CDKBucketDeployment') };
    expect(() => assertKnown(assemblyWithoutCopy)).toThrow(
      /Runtime of AWS::Lambda::Function \(CustomCDKBucketDeployment\w+ of vitrine-prod-web\) is "python3/,
    );
  });
});

/** Returns whether all properties of a type are ignored locally. */
function isIgnored(type: string): boolean {
  return ['AWS::Logs::LogGroup', 'AWS::WAFv2::WebACL'].includes(type);
}
