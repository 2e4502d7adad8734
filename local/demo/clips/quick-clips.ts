/** Small clips without motion, for tests that need a video immediately. Each kind is rendered once and then copied. */
import { existsSync, mkdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClipFault } from './clip-fault.ts';
import type { RenderJob } from './render-job.ts';
import { type Render, startRender } from './render-process.ts';

/** A photo of one grey-blue pixel. The clip scales the photo to its own size. */
const plainPhoto = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNIqJgAAAKkAWkY730SAAAAAElFTkSuQmCC';

type Order = Pick<RenderJob, 'seconds' | 'generateAudio'> & { isPortrait: boolean };

export function createQuickClips(directory: string) {
  mkdirSync(directory, { recursive: true });
  const renders = new Map<string, Render>();

  const renderOnce = async (job: Pick<RenderJob, 'file' | 'seconds' | 'generateAudio'>, width: number, height: number): Promise<void> => {
    const { file } = job;
    if (existsSync(file)) return;
    const [longSide, shortSide] = [Math.max(width, height), Math.min(width, height)];
    const aspectRatio = width >= height ? '16:9' : '9:16';
    const render =
      renders.get(file) ??
      startRender({ ...job, photoUrl: plainPhoto, prompt: '', seed: 0, longSide, shortSide, aspectRatio, isStill: true });
    renders.set(file, render);
    const { status } = await render.outcome;
    renders.delete(file);
    if (status !== 'rendered') throw new Error(`The quick clip was not rendered: ${status}`);
  };

  return {
    async copyTo(target: string, fault: ClipFault, { isPortrait, generateAudio, ...order }: Order): Promise<void> {
      const { width = isPortrait ? 180 : 320, height = isPortrait ? 320 : 180, seconds = order.seconds } = fault;
      const file = join(directory, `${width}x${height}-${seconds}s${generateAudio ? '-audio' : ''}.mp4`);
      await renderOnce({ file, seconds, generateAudio }, width, height);
      await copyFile(file, target);
    },
    async stop(): Promise<void> {
      for (const render of renders.values()) render.kill();
      await Promise.all([...renders.values()].map(({ outcome }) => outcome));
    },
  };
}
