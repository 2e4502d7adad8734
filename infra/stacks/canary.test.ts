/** Tests which API functions get a new version gradually, and which alarms send their calls back to the earlier version. */
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { type Json, synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { calls } from '../functions/calls.ts';
import { canaryCalls } from '../functions/canary-calls.ts';
import { stoppingAlarms } from '../settings.ts';

const group = 'AWS::CodeDeploy::DeploymentGroup';
const { all, one, stacks } = synthesize({ canaryMinutes: 10 });
const idOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const alarmNames = stoppingAlarms.map((name) => one('AWS::CloudWatch::Alarm', `${name}Alarm`).Properties.AlarmName);
const names = Object.keys(endpoints) as EndpointName[];

/** Returns the target of the route of an endpoint: an alias or a function. */
function targetOf(name: EndpointName): string {
  const { method, path } = endpoints[name];
  const route = all('AWS::ApiGatewayV2::Route').find(({ Properties }) => Properties.RouteKey === `${method} ${path}`);
  const [, integrationId = ''] = /<(.+)>/.exec(toPlainValue(route?.Properties.Target)) ?? [];
  return toPlainValue(one('AWS::ApiGatewayV2::Integration', integrationId).Properties.IntegrationUri);
}

describe.each([...canaryCalls])('%s', (name) => {
  const alias = one('AWS::Lambda::Alias', `GradualCalls${idOf(name)}Alias`);

  test('the function is called through its alias, which is one version of the function', () => {
    expect(targetOf(name)).toBe(`<${alias.id}>`);
    const lambda = one('AWS::Lambda::Function', alias.Properties.FunctionName.Ref);
    expect(lambda.Properties.Description).toBe(calls[name].entry);
    const [versionId] = alias.Properties.FunctionVersion['Fn::GetAtt'];
    const version = one('AWS::Lambda::Version', versionId);
    expect(version.Properties.FunctionName).toEqual({ Ref: lambda.id });
    expect(version).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('the gateway can call the function only through the alias', () => {
    const permissions = all('AWS::Lambda::Permission').filter(({ Properties }) =>
      [`<${alias.id}>`, `<${alias.Properties.FunctionName.Ref}.Arn>`].includes(toPlainValue(Properties.FunctionName)),
    );
    expect(permissions.map(({ Properties }) => toPlainValue(Properties.FunctionName))).toEqual([`<${alias.id}>`]);
  });

  test('for ten minutes, the new version gets a tenth of the calls, and each alarm about defects moves these calls back', () => {
    const { ApplicationName, DeploymentGroupName } = alias.UpdatePolicy.CodeDeployLambdaAliasUpdate;
    const { Properties } = one(group, DeploymentGroupName.Ref);
    expect(Properties).toMatchObject({
      ApplicationName,
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
      AlarmConfiguration: { Enabled: true, Alarms: alarmNames.map((Name) => ({ Name })) },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST']),
      },
    });
    expect(alias.UpdatePolicy).toEqual({ CodeDeployLambdaAliasUpdate: { ApplicationName, DeploymentGroupName } });
  });
});

test('only calls that pages repeat, paid work, payments and messages of vendors have a canary', () => {
  expect(all(group)).toHaveLength(canaryCalls.size);
  expect([...canaryCalls].sort()).toEqual(
    [
      ...['getProfile', 'listActiveBatches', 'getBatch', 'getRun', 'listHistory', 'createUpload'],
      ...['createBatch', 'createOrder', 'retryBatch', 'cancelBatch', 'startRun', 'continueRun', 'stopRun'],
      ...['createCheckout', 'getCheckout', 'receiveStripeWebhook', 'receiveFalWebhook'],
    ].sort(),
  );
  for (const name of names.filter((one) => !canaryCalls.has(one))) expect(targetOf(name)).toMatch(/^<\w+Function\w+\.Arn>$/);
  const messagesOfVendors = names.filter((name) => endpoints[name].caller === 'vendor');
  expect(messagesOfVendors.filter((name) => !canaryCalls.has(name))).toEqual([]);
});

test('only CodeDeploy can use the role that moves the aliases', () => {
  const roles = [...new Set(all(group).map(({ Properties }) => toPlainValue(Properties.ServiceRoleArn)))];
  expect(roles).toHaveLength(1);
  const role = one('AWS::IAM::Role', /<(.+)\.Arn>/.exec(roles[0])?.[1]);
  expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
    { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'codedeploy.amazonaws.com' } },
  ]);
  expect(JSON.stringify(role.Properties.ManagedPolicyArns)).toContain('AWSCodeDeployRoleForLambdaLimited');
});

test('the names of alarms create no dependency between the stacks of the code and the stack of the alarms', () => {
  for (const name of ['runs', 'api', 'files'])
    expect(stacks.find((stack) => stack.name === `vitrine-prod-${name}`)?.dependencies).not.toContain('vitrine-prod-alarms');
});

describe.each<[string, Parameters<typeof synthesize>]>([
  ['without a canary', [{}]],
  ['without alarms, as in a first deployment and in a fix while an alarm is active', [{ canaryMinutes: 10 }, { isMonitored: false }]],
])('a stage %s', (_, parameters) => {
  const synthesized = synthesize(...parameters);
  const configs = (property: string) => [...new Set(synthesized.all(group).map(({ Properties }) => Properties[property]))];

  test('all calls use the new versions immediately', () => {
    expect(configs('DeploymentConfigName')).toEqual(['CodeDeployDefault.LambdaAllAtOnce']);
    const preferences = synthesized.all('AWS::StepFunctions::StateMachineAlias').map(({ Properties }) => Properties.DeploymentPreference);
    expect(new Set(preferences.map(({ Type }: Json) => Type))).toEqual(new Set(['ALL_AT_ONCE']));
  });
});

test('no alarm stops a deployment that is not monitored', () => {
  const unmonitored = JSON.stringify(synthesize({ canaryMinutes: 10 }, { isMonitored: false }).stacks.slice(0, -1));
  for (const { Properties } of synthesize({}, { isMonitored: false }).all(group)) {
    expect(Properties.AlarmConfiguration?.Alarms ?? []).toEqual([]);
    expect(Properties.AutoRollbackConfiguration.Events).not.toContain('DEPLOYMENT_STOP_ON_ALARM');
  }
  expect(unmonitored).not.toContain('"Alarms":[');
});

test.each(stacks.map(({ name, resources }) => [name, resources.length] as const))(
  'the stack %s has %i resources, fewer than 450',
  (_, count) => {
    expect(count).toBeLessThan(450);
  },
);
