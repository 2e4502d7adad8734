import { join } from 'node:path';
import type { Cloud, ResourceType } from '../../template/resource-type.ts';
import { allows } from '../iam/policy.ts';
import { statementsOfRole } from '../iam/resource.ts';
import { systemClock } from '../step-functions/clock.ts';
import { openSchedules, type Schedule } from './schedules.ts';

/** In harsh mode, this share of the schedules invokes its target twice, because EventBridge Scheduler delivers at least once. */
const deliveredTwiceShare = 0.3;

export const scheduleGroup: ResourceType = {
  type: 'AWS::Scheduler::ScheduleGroup',
  properties: { reads: ['Name'] },
  ref: ({ properties }) => String(properties.Name),
  startAll(resources, cloud) {
    const groups = resources.map(({ stack, properties }) => cloud.resolver.resolve<{ Name: string }>(stack, properties).Name);
    const file = join(cloud.home, 'schedules.json');
    // The functions compare the start time of an order with the real time, so a faster clock would invoke them too early.
    const schedules = openSchedules({ file, groups, clock: systemClock, invoke: (target) => invokeTarget(target, cloud) });
    cloud.schedules = schedules;
    cloud.onStop(() => schedules.stop());
  },
};

async function invokeTarget({ Arn, RoleArn, Input }: Schedule['Target'], cloud: Cloud): Promise<void> {
  if (!allows(statementsOfRole(RoleArn, 'scheduler', cloud), 'lambda:InvokeFunction', Arn)) {
    cloud.log('iam', `error: The role ${RoleArn} is not authorized to perform: lambda:InvokeFunction on resource: ${Arn}`);
    return;
  }
  const isTwice = (cloud.chance?.('schedule') ?? 1) < deliveredTwiceShare;
  const results = await Promise.all((isTwice ? [1, 2] : [1]).map(() => cloud.invoke(Arn, JSON.parse(Input))));
  for (const result of results) if ('error' in result) cloud.log('scheduler', `error: ${result.error.errorMessage}`);
}
