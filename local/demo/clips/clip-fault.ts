/**
 * Delivers a small clip without motion instead of a render, immediately or a given time after the submit. The clip is made once and
 * cached. Defaults: ordered duration, 320 × 180 or upright, H.264. Set `seconds` for a wrong duration, `codec` for a wrong codec, `width`
 * and `height` for another size.
 */
import * as z from 'zod';

const clipSecondsMax = 10;
/** Maximum time of a generation at fal. */
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
