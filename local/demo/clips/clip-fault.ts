/**
 * Delivers a small clip without motion instead of a rendered clip, immediately or `afterMs` after the order. The clip is rendered once and
 * cached. By default, the clip has the ordered duration and 320 × 180 pixels (portrait: 180 × 320). Set `seconds` for a wrong duration, and
 * `width` and `height` for another size.
 */
import * as z from 'zod';

const side = z.int().min(64).max(1920).multipleOf(2);

export const clipFault = z.strictObject({
  kind: z.literal('clip'),
  seconds: z.int().min(1).max(10).optional(),
  width: side.optional(),
  height: side.optional(),
  /** Milliseconds after the order. The maximum is the longest time that a generation may take at fal. */
  afterMs: z.int().min(0).max(600_000).optional(),
});
export type ClipFault = z.infer<typeof clipFault>;
