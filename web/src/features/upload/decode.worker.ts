/** Decodes beside the page, so that a hundred large photos do not hold it up. */
import { type Decoded, decode } from './decode.ts';

export type DecodeRequest = { file: Blob; wantsSmall: boolean };
export type DecodeAnswer = { decoded: Decoded | undefined };

addEventListener('message', async ({ data: { file, wantsSmall } }: MessageEvent<DecodeRequest>) => {
  const answer: DecodeAnswer = { decoded: await decode(file, wantsSmall).catch(() => undefined) };
  postMessage(answer);
});
