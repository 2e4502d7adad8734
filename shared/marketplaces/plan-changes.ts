/** Lists the properties that a plan changes. */
import { fieldsOf } from './fields.ts';
import type { Change } from './plan.ts';
import { measuredValue, type Probe } from './probe.ts';

/** For sizes, the list contains only width and height, because all other sizes are computed from them. */
const unlisted: readonly string[] = ['longSide', 'shortSide', 'pixels', 'bitrate'];

export function changesBetween(before: Probe, after: Probe): Change[] {
  return fieldsOf[before.kind]
    .filter((field) => !unlisted.includes(field))
    .map((field) => ({ field, before: measuredValue(before, field), after: measuredValue(after, field) }))
    .filter((change) => change.before !== change.after);
}
