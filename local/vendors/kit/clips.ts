/** Makes the videos of a stand-in. It renders two at a time; if the script asks for a small clip, it copies one. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClipFault } from '../../demo/clips/clip-fault.ts';
import { createQuickClips } from '../../demo/clips/quick-clips.ts';
import type { RenderFailure } from '../../demo/clips/render-error.ts';
import type { RenderJob } from '../../demo/clips/render-job.ts';
import { type Render, startRender } from '../../demo/clips/render-process.ts';
import { createBackgroundWork } from '../../plumbing/background-work.ts';

/** The same concurrency as a new vendor account. */
const rendersMax = 2;
const sides = { '720p': { longSide: 1280, shortSide: 720 }, '1080p': { longSide: 1920, shortSide: 1080 } } as const;

export type ClipOrder = Pick<RenderJob, 'photoUrl' | 'prompt' | 'seed' | 'seconds' | 'aspectRatio' | 'generateAudio'> & {
  /** Also the name of the video. */
  id: string;
  resolution: keyof typeof sides;
  /** Time of the submit, ISO 8601. */
  submittedAt: string;
  /** Delivers a small clip instead of a render. */
  quick: ClipFault | undefined;
  onStarted(): void;
  /** Called with `undefined` if the video was made. Not called after stop() or a cancel. */
  onEnded(failure: RenderFailure | undefined): void;
};

/** @param keptMs older videos are deleted at the start. */
export function createClips(directory: string, keptMs: number) {
  removeOldFiles(directory, keptMs);
  const quickClips = createQuickClips(join(directory, '..', 'quick-clips'));
  const waiting: ClipOrder[] = [];
  const renders = new Map<string, Render>();
  const cancelled = new Set<string>();
  const work = createBackgroundWork();
  const stopped = new AbortController();
  const pathOf = (id: string): string => join(directory, `${id}.mp4`);

  const end = (order: ClipOrder, failure?: RenderFailure): void => {
    // A video that stop() interrupted is made again after the next start.
    if (stopped.signal.aborted) return;
    if (cancelled.delete(order.id)) rmSync(pathOf(order.id), { force: true });
    else order.onEnded(failure);
  };

  const startNext = (): void => {
    while (!stopped.signal.aborted && renders.size < rendersMax) {
      const order = waiting.shift();
      if (!order) return;
      const { id, resolution, submittedAt, quick, onStarted, onEnded, ...job } = order;
      const render = startRender({ ...job, ...sides[resolution], still: false, file: pathOf(id) });
      renders.set(id, render);
      onStarted();
      const ended = render.outcome.then((outcome) => {
        renders.delete(id);
        end(order, outcome.status === 'failed' ? outcome.failure : undefined);
        startNext();
      });
      void work.track(ended);
    }
  };

  const copy = async (order: ClipOrder, quick: ClipFault): Promise<void> => {
    const { id, aspectRatio, seconds, generateAudio, submittedAt } = order;
    await quickClips.copyTo(pathOf(id), quick, { isUpright: aspectRatio === '9:16', seconds, generateAudio });
    const remainingMs = Date.parse(submittedAt) + (quick.afterMs ?? 0) - Date.now();
    if (remainingMs > 0) await pause(remainingMs, undefined, { signal: stopped.signal });
    end(order);
  };

  return {
    pathOf,
    make(order: ClipOrder): void {
      if (order.quick) {
        order.onStarted();
        const failed = (cause: unknown) => end(order, { reason: 'internal_server_error', message: `Internal server error: ${cause}` });
        void work.track(copy(order, order.quick).catch(failed));
      } else {
        waiting.push(order);
        startNext();
      }
    },
    /** Number of orders that will start before this one. */
    positionOf: (id: string): number =>
      Math.max(
        waiting.findIndex((order) => order.id === id),
        0,
      ),
    cancel(id: string): void {
      const index = waiting.findIndex((order) => order.id === id);
      if (index >= 0) {
        waiting.splice(index, 1);
        return;
      }
      cancelled.add(id);
      renders.get(id)?.kill();
    },
    /** Also kills the renders. */
    async stop(): Promise<void> {
      stopped.abort();
      for (const render of renders.values()) render.kill();
      await quickClips.stop();
      await work.settled();
    },
  };
}

/** Creates the directory if it does not exist. Also deletes the unfinished files of a killed process. */
export function removeOldFiles(directory: string, keptMs: number): void {
  mkdirSync(directory, { recursive: true });
  for (const file of readdirSync(directory).map((name) => join(directory, name)))
    if (file.endsWith('.part') || Date.now() - statSync(file).mtimeMs > keptMs) rmSync(file);
}
