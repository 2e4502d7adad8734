/** Body of `models/{model}:predictLongRunning`, rejected as Google rejects it. */
import * as z from 'zod';

const promptCharactersMax = 8_000;
const imageBytesMax = 20 * 1024 * 1024;

const videoInput = z
  .strictObject({
    instances: z.tuple([
      z.strictObject({
        prompt: z.string().min(1).max(promptCharactersMax),
        image: z.strictObject({
          bytesBase64Encoded: z
            .base64()
            .min(1)
            .max((imageBytesMax * 4) / 3),
          mimeType: z.literal(['image/jpeg', 'image/png', 'image/webp']),
        }),
      }),
    ]),
    // generateAudio and seed are missing on purpose: the API rejects both by name.
    parameters: z
      .strictObject({
        aspectRatio: z.literal(['16:9', '9:16']).default('16:9'),
        durationSeconds: z.literal([4, 6, 8]).default(8),
        resolution: z.literal(['720p', '1080p']).default('720p'),
        personGeneration: z.string().optional(),
      })
      .prefault({}),
  })
  .refine(({ parameters }) => parameters.resolution === '720p' || parameters.durationSeconds === 8, {
    error: '1080p is supported for 8 seconds only',
    path: ['parameters', 'resolution'],
  });

export type VideoInput = {
  prompt: string;
  image: { data: string; mimeType: string };
  aspectRatio: '16:9' | '9:16';
  seconds: number;
  resolution: '720p' | '1080p';
};

export function parseVideoInput(body: unknown): { input: VideoInput } | { complaint: string } {
  const parsed = videoInput.safeParse(body);
  if (!parsed.success) return { complaint: z.prettifyError(parsed.error) };
  const { instances, parameters } = parsed.data;
  const [{ prompt, image }] = instances;
  return {
    input: {
      prompt,
      image: { data: image.bytesBase64Encoded, mimeType: image.mimeType },
      aspectRatio: parameters.aspectRatio,
      seconds: parameters.durationSeconds,
      resolution: parameters.resolution,
    },
  };
}
