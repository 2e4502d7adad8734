/** How a deployment gives calls and new work to new code. */
import { type Settings, stoppingAlarmNames } from './settings.ts';

export type Rollout = {
  /**
   * For this time, a tenth of the calls and of the new work uses the new code. If undefined, all calls and all work use the new code at
   * once.
   */
  canaryMinutes?: NonNullable<Settings['canaryMinutes']>;
  /** The alarms that return all calls and all work to the earlier code. */
  alarmNames: readonly string[];
};

/** The share of the calls and of the new work that the new code gets first. */
export const canaryPercent = 10;

/**
 * Returns the rollout of a deployment.
 * @param isMonitored false for a first deployment, whose alarms do not exist yet, and for a fix while an alarm is active. Without alarms,
 *   nothing would stop a canary, so the new code gets everything at once.
 */
export function rolloutOf({ stage, canaryMinutes }: Settings, isMonitored: boolean): Rollout {
  if (!isMonitored) return { alarmNames: [] };
  return { ...(canaryMinutes && { canaryMinutes }), alarmNames: stoppingAlarmNames(stage) };
}
