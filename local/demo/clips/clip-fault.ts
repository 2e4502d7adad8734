/**
 * Delivers a small clip without motion instead of a render, immediately or a given time after the submit. The clip is made once and
 * cached. Defaults: ordered duration, 320 × 180 or upright. Set `seconds` for a wrong duration, `width` and `height` for another size.
 */
import * as z from 'zod';

const side = z.int().min(64).max(1920).multipleOf(2);

export const clipFault = z.strictObject({
  kind: z.literal('clip'),
  seconds: z.int().min(1).max(10).optional(),
  width: side.optional(),
  height: side.optional(),
  /** At most as long as a generation may take at fal. */
  afterMs: z.int().min(0).max(600_000).optional(),
});
export type ClipFault = z.infer<typeof clipFault>;
