/** The program of the child process. It renders one job, reports the result, and exits. */
import sharp from 'sharp';
import { renderClip } from './render-clip.ts';
import { RenderError, type RenderFailure } from './render-error.ts';
import type { RenderJob, RenderMessage } from './render-job.ts';

sharp.concurrency(1);
sharp.cache(false);

const send = (message: RenderMessage): Promise<void> => new Promise((resolve) => process.send?.(message, () => resolve()));

// The child must end when its parent ends. process.exit() would wait for the threads of the encoder, or a thread would crash.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.once('message', async (job: RenderJob) => {
  try {
    await renderClip(job, (percent) => void send({ type: 'progress', percent }));
    await send({ type: 'rendered' });
  } catch (error) {
    const failure: RenderFailure =
      error instanceof RenderError ? error.failure : { reason: 'internal_server_error', message: `Internal server error: ${error}` };
    await send({ type: 'failed', failure });
  }
  process.kill(process.pid, 'SIGKILL');
});
