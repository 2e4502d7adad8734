import { describe, expect, test } from 'vitest';
import { machineAlias, workKindNames, workKinds } from '#shared/work/kinds.ts';
import { defaultSynthesis, type Json, synthesize, toPlainValue } from '#tests/fixtures/synthesized.ts';
import { stoppingAlarms } from '../settings.ts';

const { all: resourcesOf, one: onlyResource } = defaultSynthesis();
const machines = resourcesOf('AWS::StepFunctions::StateMachine');
/** The versions of the steps. The versions of API functions follow the same rules, but no machine runs them. */
const versions = resourcesOf('AWS::Lambda::Version').filter(({ stack }) => stack === 'vitrine-prod-runs');
const machineVersions = resourcesOf('AWS::StepFunctions::StateMachineVersion');
const definitionOf = ({ Properties }: Json): string => toPlainValue(Properties.DefinitionString);
/** Returns the ids in a definition, without the pseudo parameters of AWS. */
const referencesOf = (definition: string): string[] => [...definition.matchAll(/<(\w[\w.]*)>/g)].map(([, id = '']) => id);

describe('a running batch keeps the code with which it started', () => {
  test.each(machines.map((machine) => [machine.id, machine] as const))(
    'the machine %s refers only to versions of functions and machines',
    (_, machine) => {
      const known = [...versions, ...machineVersions].map(({ id }) => id);
      const references = referencesOf(definitionOf(machine));
      expect(references.length).toBeGreaterThan(0);
      expect(references.filter((id) => !known.includes(id))).toEqual([]);
    },
  );

  test.each(['Video', 'Image', 'Edit'])('a batch starts a version of the machine for one item: %s', (kind) => {
    const references = referencesOf(definitionOf(onlyResource('AWS::StepFunctions::StateMachine', `${kind}Batch`)));
    expect(references).toContain(`${kind}ItemVersion`);
    const { StateMachineArn, StateMachineRevisionId } = onlyResource(
      'AWS::StepFunctions::StateMachineVersion',
      `${kind}ItemVersion`,
    ).Properties;
    const { id } = onlyResource('AWS::StepFunctions::StateMachine', `${kind}Item`);
    // Each change of the definition also changes the revision, so it publishes a new version.
    expect([StateMachineArn, StateMachineRevisionId]).toEqual([{ Ref: id }, { 'Fn::GetAtt': [id, 'StateMachineRevisionId'] }]);
  });

  test('no deployment deletes an earlier version', () => {
    for (const version of [...versions, ...machineVersions])
      expect(version).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('the roles of the machines may run every version of a function', () => {
    const statements = resourcesOf('AWS::IAM::Policy').flatMap(({ Properties }) => toPlainValue(Properties.PolicyDocument).Statement);
    const invoked = statements.filter(({ Action }: Json) => Action === 'lambda:InvokeFunction').flatMap(({ Resource }: Json) => Resource);
    for (const { Properties } of versions) {
      const functionArn = `<${Properties.FunctionName.Ref}.Arn>`;
      expect(invoked).toContain(functionArn);
      expect(invoked).toContain(`${functionArn}:*`);
    }
    expect(invoked.filter((arn: string) => arn.includes('CurrentVersion'))).toEqual([]);
  });
});

describe.each(workKindNames)('new work of the kind %s', (kind) => {
  const { machine } = workKinds[kind];
  const withCanary = synthesize({ canaryMinutes: 15 });
  const aliasIn = ({ one }: ReturnType<typeof synthesize>) => one('AWS::StepFunctions::StateMachineAlias', machine).Properties;

  test('a new version gets new work of the kind gradually, and an alarm moves this work back to the earlier version', () => {
    const { Name, DeploymentPreference } = aliasIn(withCanary);
    expect(Name).toBe(machineAlias);
    expect(DeploymentPreference).toEqual({
      Type: 'CANARY',
      Percentage: 10,
      Interval: 15,
      StateMachineVersionArn: { Ref: `${machine}Version` },
      Alarms: stoppingAlarms.map((name) => withCanary.one('AWS::CloudWatch::Alarm', `${name}Alarm`).Properties.AlarmName),
    });
  });

  test('in a stage without a canary, all new work immediately uses a new version', () => {
    expect(aliasIn({ one: onlyResource } as ReturnType<typeof synthesize>).DeploymentPreference).toMatchObject({
      Type: 'ALL_AT_ONCE',
      StateMachineVersionArn: { Ref: `${machine}Version` },
    });
  });
});

test('a change of a function publishes a new version', () => {
  const idsIn = (settings: Parameters<typeof synthesize>[0]) =>
    synthesize(settings)
      .all('AWS::Lambda::Version')
      .map(({ id }) => id);
  const [before, after] = [idsIn({}), idsIn({ providers: { video: 'gemini' } })];
  // Only these steps read the setting for the vendor of videos.
  const changed = after.filter((id) => !before.includes(id));
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.length).toBeLessThan(after.length);
  expect(changed.some((id) => id.startsWith('RequestSlotFunctionCurrentVersion'))).toBe(true);
});
