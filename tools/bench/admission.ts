/** Simulates the admission of 1,000 sellers to one lane for 48 hours, with bursts. Compares their waits with ideal fair sharing. */
import { maxWaitRatio, ordersOf, runIdeal, runRule } from '#shared/admission/simulation.test-support.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const slots = 40;

export async function runAdmissionBenchmark(report: Report): Promise<void> {
  const orders = ordersOf({ sellers: 1000, hours: 48, slots, seed: 1 });
  const setup = { orders, slots, parallelMax: concurrentVideosMax };
  const { endsOf, idleSlotSeconds, inUseMax } = runRule(setup);
  if (inUseMax > slots) throw new Error(`${inUseMax} slots were in use, but the lane has ${slots}`);
  report('admission.max_wait_ratio', roundTo(maxWaitRatio(orders, endsOf, runIdeal(setup)), 2), 'times');
  report('admission.idle_slot_seconds', roundTo(idleSlotSeconds, 0), 's');
}
