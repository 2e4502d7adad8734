/** Life of a video: accepted, rendered (or failed by the script), finished. Two are rendered at a time. */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { createQuickClips } from '../../demo/clips/quick-clips.ts';
import type { RenderFailure } from '../../demo/clips/render-error.ts';
import type { RenderJob } from '../../demo/clips/render-job.ts';
import { type Render, startRender } from '../../demo/clips/render-process.ts';
import { createBackgroundWork } from '../kit/background-work.ts';
import { faultOf } from '../kit/script.ts';
import type { Fault } from './faults.ts';
import type { Operation, OperationStore, Outcome } from './operation-store.ts';
import type { VideoInput } from './video-input.ts';

const rendersMax = 2;
const seedMax = 2 ** 31;
const sides = { '720p': { longSide: 1280, shortSide: 720 }, '1080p': { longSide: 1920, shortSide: 1080 } } as const;

/** google.rpc.Code numbers. */
const invalidArgument = 3;
const internal = 13;

type Parts = { store: OperationStore; quickClips: ReturnType<typeof createQuickClips> };
export type Operations = ReturnType<typeof createOperations>;

export function createOperations({ store, quickClips }: Parts) {
  const waiting: Operation[] = [];
  const renders = new Map<string, Render>();
  const work = createBackgroundWork();
  const stopped = new AbortController();

  const begin = (operation: Operation): void => {
    const { faults } = operation;
    const failure = faultOf(faults, 'operation-error');
    const clip = faultOf(faults, 'clip');
    store.save(operation);
    if (faultOf(faults, 'unfinished')) return;
    if (failure) finish(operation, { status: 'error', code: failure.code, message: failure.message });
    else if (faultOf(faults, 'refuse')) finish(operation, { status: 'filtered' });
    else if (faultOf(faults, 'no-video')) finish(operation, { status: 'nothing' });
    else if (clip) background(operation, copyClip(operation, clip));
    else {
      waiting.push(operation);
      startNext();
    }
  };

  const finish = (operation: Operation, outcome: Outcome): void => {
    // A render that stop() interrupted restarts with the next start.
    if (!stopped.signal.aborted) store.save(Object.assign(operation, { outcome }));
  };

  const startNext = (): void => {
    while (!stopped.signal.aborted && renders.size < rendersMax) {
      const operation = waiting.shift();
      if (!operation) return;
      background(operation, render(operation));
    }
  };

  const render = async (operation: Operation): Promise<void> => {
    const running = startRender(jobOf(operation, store.pathOf(operation.id)));
    renders.set(operation.id, running);
    const outcome = await running.outcome;
    renders.delete(operation.id);
    finish(operation, outcome.status === 'failed' ? errorOf(outcome.failure) : { status: 'video', fileId: operation.id });
    startNext();
  };

  const copyClip = async (operation: Operation, fault: Extract<Fault, { kind: 'clip' }>): Promise<void> => {
    const { aspectRatio, seconds } = operation.input;
    await quickClips.copyTo(store.pathOf(operation.id), fault, { isUpright: aspectRatio === '9:16', seconds, generateAudio: true });
    const remainingMs = Date.parse(operation.submittedAt) + (fault.afterMs ?? 0) - Date.now();
    if (remainingMs > 0) await pause(remainingMs, undefined, { signal: stopped.signal });
    finish(operation, { status: 'video', fileId: operation.id });
  };

  /** Reports an internal error as an error of the operation, so that the caller sees it. */
  const background = (operation: Operation, running: Promise<void>): void => {
    void work.track(running.catch((cause) => finish(operation, { status: 'error', code: internal, message: `Internal error: ${cause}` })));
  };

  return {
    submit(order: { model: string; input: VideoInput; faults: Fault[] }): Operation {
      const id = randomBytes(6).toString('hex');
      const operation: Operation = { ...order, id, seed: randomInt(seedMax), submittedAt: new Date().toISOString() };
      begin(operation);
      return operation;
    },
    /** Continues the operations that the last stop or a kill left unfinished. */
    resume(): void {
      for (const operation of store.unfinished()) begin(operation);
    },
    async stop(): Promise<void> {
      stopped.abort();
      for (const running of renders.values()) running.kill();
      await quickClips.stop();
      await work.settled();
    },
  };
}

const errorOf = ({ reason, message }: RenderFailure): Outcome => ({
  status: 'error',
  code: reason === 'internal_server_error' || reason === 'generation_timeout' ? internal : invalidArgument,
  message,
});

/** Veo always generates sound. */
const jobOf = ({ input, seed }: Operation, file: string): RenderJob => ({
  photoUrl: `data:${input.image.mimeType};base64,${input.image.data}`,
  prompt: input.prompt,
  seed,
  seconds: input.seconds,
  ...sides[input.resolution],
  aspectRatio: input.aspectRatio,
  generateAudio: true,
  still: false,
  file,
});
