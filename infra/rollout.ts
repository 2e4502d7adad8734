/** Decides how a deployment sends calls and new work to new code. */
import { type Settings, stoppingAlarmNames } from './settings.ts';

export type Rollout = {
  /**
   * The time of the canary. During this time, a tenth of the calls and of the new work uses the new code. If undefined, all calls and all
   * work use the new code immediately.
   */
  canaryMinutes?: NonNullable<Settings['canaryMinutes']>;
  /** The alarms that send all calls and all work back to the earlier code. */
  alarmNames: readonly string[];
};

/** The share of the calls and of the new work that uses the new code during the canary. */
export const canaryPercent = 10;

/**
 * Returns the rollout of a deployment.
 * @param isMonitored false for a first deployment, because its alarms do not exist yet, and for a fix while an alarm is active. Without
 * alarms, a canary is useless, because nothing would stop it. So all calls and all work use the new code immediately.
 */
export function rolloutOf({ stage, canaryMinutes }: Settings, isMonitored: boolean): Rollout {
  if (!isMonitored) return { alarmNames: [] };
  return { ...(canaryMinutes && { canaryMinutes }), alarmNames: stoppingAlarmNames(stage) };
}
