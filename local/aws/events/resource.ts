import type { Resource } from '../../template/assembly.ts';
import { arn, type Cloud, physicalName, type ResourceType } from '../../template/resource-type.ts';
import { type InvokeResult, throttledErrorType } from '../lambda/function.ts';
import { invokeAs } from '../lambda/permission-resource.ts';
import { type Clock, systemClock } from '../step-functions/clock.ts';

type RuleProperties = { ScheduleExpression?: string; State?: string; Targets?: { Arn: string }[] };

const unitSeconds: Record<string, number> = { minute: 60, hour: 3600, day: 86_400 };

const ruleArn = (resource: Resource): string => arn('events', `rule/${physicalName(resource)}`);

/**
 * Scheduled rules. The first event is sent immediately after the start, so that the function repairs the effects of a crash. EventBridge
 * delivers an event at least once, and Lambda may run an asynchronous invocation more than once even without an error. So in harsh mode,
 * some events are delivered twice, and both invocations overlap. Schedules are the only source of asynchronous invocations in the product.
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-event-delivery.html,
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html)
 */
export const eventsRule: ResourceType = {
  type: 'AWS::Events::Rule',
  properties: {
    reads: ['ScheduleExpression', 'State', 'Targets.Arn'],
    allowedValues: { 'Targets.RetryPolicy.MaximumRetryAttempts': [0] },
    ignores: { Description: 'Only people read this text.', 'Targets.Id': 'Nothing refers to a target.' },
  },
  ref: physicalName,
  attributes: { Arn: ruleArn },
  startAll(resources, cloud) {
    for (const resource of resources) {
      const rule = cloud.resolver.resolve<RuleProperties>(resource.stack, resource.properties);
      const seconds = secondsOf(rule, resource);
      const stopController = new AbortController();
      const runningSchedule = runSchedule(rule, resource, {
        cloud,
        clock: cloud.scheduleClock ?? systemClock,
        seconds,
        signal: stopController.signal,
      });
      cloud.onStop(async () => {
        stopController.abort();
        await runningSchedule;
      });
    }
  },
};

/** @throws Error for a schedule that is not a rate or not enabled */
function secondsOf({ ScheduleExpression = '', State }: RuleProperties, { id }: Resource): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(ScheduleExpression) ?? [];
  if (!unit || State !== 'ENABLED') throw new Error(`The local cloud does not know the schedule '${ScheduleExpression}' of ${id}`);
  return Number(count) * (unitSeconds[unit] ?? 0);
}

/** In harsh mode, this share of the events is delivered twice. */
const deliveredTwiceShare = 0.3;

/**
 * Lambda retries a throttled event for up to six hours
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html).
 */
const retryPolicy = { pauseMsMin: 1000, pauseMsMax: 5 * 60 * 1000, totalMsMax: 6 * 60 * 60 * 1000 };

async function deliver(
  resource: Resource,
  functionArn: string,
  event: object,
  { cloud, clock, signal }: Omit<Schedule, 'seconds'>,
): Promise<InvokeResult> {
  const invoke = invokeAs(cloud);
  let waitedMs = 0;
  for (let pauseMs = retryPolicy.pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, retryPolicy.pauseMsMax)) {
    const result = await invoke({ principal: 'events.amazonaws.com', sourceArn: ruleArn(resource) }, functionArn, event);
    const isThrottled = 'error' in result && result.error.errorType === throttledErrorType;
    if (!isThrottled || signal.aborted || waitedMs >= retryPolicy.totalMsMax) return result;
    waitedMs += pauseMs;
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

type Schedule = { cloud: Cloud; clock: Clock; seconds: number; signal: AbortSignal };

async function runSchedule(
  { Targets = [] }: RuleProperties,
  resource: Resource,
  { cloud, clock, seconds, signal }: Schedule,
): Promise<void> {
  while (!signal.aborted) {
    for (const { Arn } of Targets) {
      const event = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [ruleArn(resource)], detail: {} };
      const isDeliveredTwice = cloud.chance && cloud.chance(`event of ${resource.id}`) < deliveredTwiceShare;
      const results = await Promise.all(
        [event, ...(isDeliveredTwice ? [event] : [])].map((deliveredEvent) =>
          deliver(resource, Arn, deliveredEvent, { cloud, clock, signal }),
        ),
      );
      for (const result of results)
        if ('error' in result && !signal.aborted) cloud.log(resource.id, `{"level":"error","message":${JSON.stringify(result.error)}}`);
    }
    await clock.sleep(seconds * 1000, signal).catch(() => undefined);
  }
}
