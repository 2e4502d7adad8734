/**
 * A small clip without motion instead of a render, made once and kept: at once, or so long after the submit. It is as long as
 * ordered, 320 × 180 or upright, and H.264 unless given otherwise: for a wrong duration give `seconds`, for a wrong codec `codec`,
 * and for the right size the sides.
 */
import * as z from 'zod';

const clipSecondsMax = 10;
/** What fal itself allows a generation. */
const clipAfterMsMax = 600_000;

const side = z.int().min(64).max(1920).multipleOf(2);
const videoCodec = z.literal(['h264', 'mpeg4', 'vp9']);
export type VideoCodec = z.infer<typeof videoCodec>;

export const clipFault = z.strictObject({
  kind: z.literal('clip'),
  seconds: z.int().min(1).max(clipSecondsMax).optional(),
  width: side.optional(),
  height: side.optional(),
  codec: videoCodec.optional(),
  afterMs: z.int().min(0).max(clipAfterMsMax).optional(),
});
export type ClipFault = z.infer<typeof clipFault>;
