/** Tests that the product's template contains all needed grants, and that the local services deny a call without its grant. */
import { describe, expect, test } from 'vitest';
import { createApp } from '#infra/app.ts';
import { localOrigin } from '#infra/settings.ts';
import { localSettings } from '#infra/stages/local.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { type Assembly, type Resource, readAssembly } from '../../template/assembly.ts';
import { createResolver } from '../../template/resolve.ts';
import { arn, type Cloud, physicalName } from '../../template/resource-type.ts';
import { identityOf } from '../../template/resource-types.ts';
import { invokeAs } from '../lambda/permission-resource.ts';
import { unqualifiedMachineArn } from '../step-functions/machine-arn.ts';
import { createIam } from './iam.ts';
import { statementsOfRole } from './resource.ts';

const assembly = ((): Assembly => {
  process.env.CDK_VALIDATION = 'false';
  const folder = temporaryFolder('granted');
  const app = createApp({ settings: localSettings(localOrigin), outdir: folder.path, isLocal: true, skipAssets: true });
  const testAssembly = readAssembly(app.synth());
  folder.remove();
  return testAssembly;
})();

/** Returns a minimal cloud with the grants of the template, except the resources that a test removes. */
function cloudWithout(isRemoved: (resource: Resource) => boolean = () => false): Cloud {
  const resources = assembly.resources.filter((resource) => !isRemoved(resource));
  return {
    assembly: { ...assembly, resources },
    resolver: createResolver(assembly, identityOf, () => ''),
    invoke: async () => ({ payload: 'invoked' }),
    log: () => {},
  } as unknown as Cloud;
}

const resourcesOfType = (type: string): Resource[] => assembly.resources.filter((resource) => resource.type === type);
const resolveProperties = <Properties>({ stack, properties }: Resource): Properties =>
  cloudWithout().resolver.resolve<Properties>(stack, properties);

type Caller = { name: string; principal: 'apigateway.amazonaws.com' | 'events.amazonaws.com'; sourceArn: string; functionArn: string };

function readCallers(): Caller[] {
  const [api] = resourcesOfType('AWS::ApiGatewayV2::Api');
  const integrations = new Map(
    resourcesOfType('AWS::ApiGatewayV2::Integration').map((integration) => [
      integration.id,
      resolveProperties<{ IntegrationUri: string }>(integration).IntegrationUri,
    ]),
  );
  const routes = resourcesOfType('AWS::ApiGatewayV2::Route').map((route): Caller => {
    const { RouteKey, Target } = resolveProperties<{ RouteKey: string; Target: string }>(route);
    const sourceArn = arn('execute-api', `${api?.id}/$default/${RouteKey.replace(' ', '')}`);
    return {
      name: RouteKey,
      principal: 'apigateway.amazonaws.com',
      sourceArn,
      functionArn: integrations.get(Target.split('/')[1] ?? '') ?? '',
    };
  });
  const rules = resourcesOfType('AWS::Events::Rule').map((rule): Caller => {
    const { Targets } = resolveProperties<{ Targets: { Arn: string }[] }>(rule);
    const sourceArn = arn('events', `rule/${physicalName(rule)}`);
    return { name: rule.id, principal: 'events.amazonaws.com', sourceArn, functionArn: Targets[0]?.Arn ?? '' };
  });
  return [...routes, ...rules];
}

describe('the permissions of the functions', () => {
  test.each(readCallers())('the permissions of the functions allow the call of $name', async ({ principal, sourceArn, functionArn }) => {
    expect(await invokeAs(cloudWithout())({ principal, sourceArn }, functionArn, {})).toEqual({ payload: 'invoked' });
  });

  test.each(readCallers())('the call of $name is denied if its permission is missing', async ({ principal, sourceArn, functionArn }) => {
    const isPermissionOfFunction = (resource: Resource) =>
      resource.type === 'AWS::Lambda::Permission' && resolveProperties<{ FunctionName: string }>(resource).FunctionName === functionArn;
    expect(await invokeAs(cloudWithout(isPermissionOfFunction))({ principal, sourceArn }, functionArn, {})).toMatchObject({
      error: { errorType: 'AccessDeniedException' },
    });
  });
});

type Needs = { name: string; role: string; needs: { action: string; resource: string }[] };

/** Reads the permissions that the tasks of each state machine need from its definition. */
const readMachineNeeds = (): Needs[] =>
  resourcesOfType('AWS::StepFunctions::StateMachine').map((machine) => {
    const { DefinitionString, RoleArn } = resolveProperties<{ DefinitionString: string; RoleArn: string }>(machine);
    const needs = [...DefinitionString.matchAll(/"(arn:aws:(lambda|states):[^"]*:(?:function|stateMachine):[^"]+)"/g)].map(
      ([, resource = '', service]) => ({
        action: service === 'lambda' ? 'lambda:InvokeFunction' : 'states:StartExecution',
        resource: unqualifiedMachineArn(resource),
      }),
    );
    return { name: machine.id, role: RoleArn, needs };
  });

describe('the role of a state machine', () => {
  test.each(readMachineNeeds())('the role of a state machine allows every task of $name', ({ name, role, needs }) => {
    const deniedCalls: string[] = [];
    const checkPermission = createIam('owner', (message) => deniedCalls.push(message)).addMachine(
      name,
      statementsOfRole(role, 'states', cloudWithout()),
    );
    expect(needs.length).toBeGreaterThan(0);
    for (const { action, resource } of needs) checkPermission(action, resource);
    expect(deniedCalls).toEqual([]);
  });

  test.each(readMachineNeeds())('without its policies, the role denies every task of $name', ({ name, role, needs }) => {
    const statements = statementsOfRole(
      role,
      'states',
      cloudWithout(({ type }) => type === 'AWS::IAM::Policy'),
    );
    const checkPermission = createIam('owner').addMachine(name, statements);
    for (const { action, resource } of needs)
      expect(checkPermission(action, resource)).toBe(
        `The state machine ${name} is not authorized to perform: ${action} on resource: ${resource}. Its grants are in infra/state-machines/.`,
      );
  });

  test('a service cannot use a role that does not trust it', () => {
    const [{ role } = { role: '' }] = readMachineNeeds();
    expect(() => statementsOfRole(role, 'lambda', cloudWithout())).toThrow('does not trust lambda.amazonaws.com');
  });
});

describe('the role of a function', () => {
  const lambda = resourcesOfType('AWS::Lambda::Function').find(({ properties }) => properties.Description === 'batch/cancel-batch');
  const { Role: role } = resolveProperties<{ Role: string }>(lambda as Resource);
  const actionsOfRole = (cloud: Cloud) => statementsOfRole(role, 'lambda', cloud).flatMap(({ actions }) => actions);

  test('the role of a function has the grants of the policies in the role, and of the separate policies', () => {
    expect(actionsOfRole(cloudWithout())).toEqual(
      expect.arrayContaining(['logs:PutLogEvents', 'dynamodb:GetItem', 'states:SendTaskSuccess']),
    );
  });

  test('the role of a function has only the grants of the policies in the role, if the separate policies are missing', () => {
    const actions = actionsOfRole(cloudWithout(({ type }) => type === 'AWS::IAM::Policy'));
    expect(actions).toContain('dynamodb:GetItem');
    expect(actions).not.toContain('states:SendTaskSuccess');
  });

  test('the role of a function cannot have a policy with a statement that the local cloud does not know', () => {
    const cloud = cloudWithout();
    const resources = cloud.assembly.resources.map((resource) =>
      resource.type === 'AWS::IAM::Role'
        ? {
            ...resource,
            properties: {
              ...resource.properties,
              Policies: [
                {
                  PolicyName: 'a',
                  PolicyDocument: { Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: 'a:b', Resource: '*' }] },
                },
              ],
            },
          }
        : resource,
    );
    expect(() => actionsOfRole({ ...cloud, assembly: { ...cloud.assembly, resources } })).toThrow("does not know a policy's Deny");
  });
});
