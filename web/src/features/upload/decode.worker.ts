/** Decodes pictures outside the main thread of the page, so that a hundred large photos do not block the page. */
import { type DecoderResult, type DecoderTask, runTask } from './decoder-task.ts';

addEventListener('message', async ({ data }: MessageEvent<DecoderTask>) => {
  const result: DecoderResult | undefined = await runTask(data).catch(() => undefined);
  postMessage(result);
});
