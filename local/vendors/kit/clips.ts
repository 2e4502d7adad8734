/**
 * Creates the videos of a stand-in, at most two at the same time. If a scripted fault requests a small clip, a copy of this clip is
 * delivered instead.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBackgroundWork } from '../../base/background-work.ts';
import type { ClipFault } from '../../demo/clips/clip-fault.ts';
import { createQuickClips } from '../../demo/clips/quick-clips.ts';
import type { RenderFailure } from '../../demo/clips/render-error.ts';
import type { RenderJob } from '../../demo/clips/render-job.ts';
import { type Render, startRender } from '../../demo/clips/render-process.ts';

/** Maximum number of concurrent renders, as in a new vendor account. */
const rendersMax = 2;
const sides = { '720p': { longSide: 1280, shortSide: 720 }, '1080p': { longSide: 1920, shortSide: 1080 } } as const;

export type ClipOrder = Pick<RenderJob, 'photoUrl' | 'prompt' | 'seed' | 'seconds' | 'aspectRatio' | 'generateAudio'> & {
  /** The id of the order. It is also the name of the video. */
  id: string;
  resolution: keyof typeof sides;
  /** Time of the submit, ISO 8601. */
  submittedAt: string;
  /** If set, a small clip is delivered instead of a rendered video. */
  quickClip: ClipFault | undefined;
  onStarted(): void;
  /** Called after the work has ended. `failure` is undefined if the video exists. Not called after stop() or a cancel. */
  onEnded(failure: RenderFailure | undefined): void;
};

/** @param fileAgeMsMax maximum age of a video. Older videos are deleted at the start. */
export function createClips(directory: string, fileAgeMsMax: number) {
  removeOldFiles(directory, fileAgeMsMax);
  const quickClips = createQuickClips(join(directory, '..', 'quick-clips'));
  const queuedOrders: ClipOrder[] = [];
  const renders = new Map<string, Render>();
  const cancelledIds = new Set<string>();
  const work = createBackgroundWork();
  const stopController = new AbortController();
  const pathOf = (id: string): string => join(directory, `${id}.mp4`);

  const finish = (order: ClipOrder, failure?: RenderFailure): void => {
    // A video that stop() interrupted is rendered again after the next start.
    if (stopController.signal.aborted) return;
    if (cancelledIds.delete(order.id)) rmSync(pathOf(order.id), { force: true });
    else order.onEnded(failure);
  };

  const startNext = (): void => {
    while (!stopController.signal.aborted && renders.size < rendersMax) {
      const order = queuedOrders.shift();
      if (!order) return;
      const { id, resolution, submittedAt, quickClip, onStarted, onEnded, ...job } = order;
      const render = startRender({ ...job, ...sides[resolution], isStill: false, file: pathOf(id) });
      renders.set(id, render);
      onStarted();
      const trackedRender = render.outcome.then((outcome) => {
        renders.delete(id);
        finish(order, outcome.status === 'failed' ? outcome.failure : undefined);
        startNext();
      });
      void work.track(trackedRender);
    }
  };

  const deliverQuickClip = async (order: ClipOrder, quickClip: ClipFault): Promise<void> => {
    const { id, aspectRatio, seconds, generateAudio, submittedAt } = order;
    await quickClips.copyTo(pathOf(id), quickClip, { isPortrait: aspectRatio === '9:16', seconds, generateAudio });
    const remainingMs = Date.parse(submittedAt) + (quickClip.afterMs ?? 0) - Date.now();
    if (remainingMs > 0) await pause(remainingMs, undefined, { signal: stopController.signal });
    finish(order);
  };

  return {
    pathOf,
    startClip(order: ClipOrder): void {
      if (order.quickClip) {
        order.onStarted();
        const reportFailure = (cause: unknown) =>
          finish(order, { reason: 'internal_server_error', message: `Internal server error: ${cause}` });
        void work.track(deliverQuickClip(order, order.quickClip).catch(reportFailure));
      } else {
        queuedOrders.push(order);
        startNext();
      }
    },
    /** Number of orders that will start before this order. */
    positionOf: (id: string): number =>
      Math.max(
        queuedOrders.findIndex((order) => order.id === id),
        0,
      ),
    cancel(id: string): void {
      const index = queuedOrders.findIndex((order) => order.id === id);
      if (index >= 0) {
        queuedOrders.splice(index, 1);
        return;
      }
      cancelledIds.add(id);
      renders.get(id)?.kill();
    },
    /** Ends all work and kills the renders. */
    async stop(): Promise<void> {
      stopController.abort();
      for (const render of renders.values()) render.kill();
      await quickClips.stop();
      await work.waitForAll();
    },
  };
}

/** Creates the directory if it does not exist. Also deletes the unfinished files of a killed process. */
export function removeOldFiles(directory: string, fileAgeMsMax: number): void {
  mkdirSync(directory, { recursive: true });
  for (const file of readdirSync(directory).map((name) => join(directory, name)))
    if (file.endsWith('.part') || Date.now() - statSync(file).mtimeMs > fileAgeMsMax) rmSync(file);
}
