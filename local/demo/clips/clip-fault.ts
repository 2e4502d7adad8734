/**
 * Delivers a small clip without motion instead of a render, immediately or a given time after the submit. The clip is made once and
 * cached. Defaults: ordered duration, 320 × 180 or upright. Set `seconds` for a wrong duration, `width` and `height` for another size.
 */
import * as z from 'zod';

const clipSecondsMax = 10;
/** Maximum time of a generation at fal. */
const clipAfterMsMax = 600_000;

const side = z.int().min(64).max(1920).multipleOf(2);

export const clipFault = z.strictObject({
  kind: z.literal('clip'),
  seconds: z.int().min(1).max(clipSecondsMax).optional(),
  width: side.optional(),
  height: side.optional(),
  afterMs: z.int().min(0).max(clipAfterMsMax).optional(),
});
export type ClipFault = z.infer<typeof clipFault>;
