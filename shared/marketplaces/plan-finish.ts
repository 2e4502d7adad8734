/**
 * Plans the steps that make a file acceptable for a marketplace. If this is impossible, the result contains the rule that no steps can
 * satisfy.
 */
import { refusedRule } from './check.ts';
import { defaultPreferences, isRefusal, type Plan, type Preferences, type Refusal, refuse } from './plan.ts';
import { planImage } from './plan-image.ts';
import { planVideo } from './plan-video.ts';
import { measuredValue, type Probe } from './probe.ts';
import type { Placement } from './schema.ts';

/**
 * The plan changes each property for which the marketplace would refuse the file. It does not change a property that has only advice. If
 * the file needs no change, `steps` is empty. Properties that were not measured stay unknown.
 */
export function planFinish(probe: Probe, { id, kind, rules }: Placement, preferences: Preferences = defaultPreferences): Plan | Refusal {
  if (probe.kind !== kind) throw new TypeError(`A file of kind ${probe.kind} cannot be finished for ${id}`);
  const plan = probe.kind === 'video' ? planVideo(probe, rules, preferences.video) : planImage(probe, rules, preferences.image);
  if (isRefusal(plan)) return plan;
  // If the file is tiny, rounding to whole pixels can miss a limit.
  const rule = refusedRule(plan.result, rules);
  return rule ? refuse('notRepairable', rule, measuredValue(plan.result, rule.field)) : plan;
}
