/** Uploads a few photos in parallel, and each photo only once. Reports the progress of each upload. */
import { removeUploadKeys } from '#web/lib/upload-keys.ts';
import type { Photo } from './photo.ts';

/** Maximum number of parallel uploads. */
const uploadsMax = 3;
/** Minimum change of the progress that is reported. After each report, the page renders again. */
const reportedStepMin = 0.05;
/** Minimum time between two calls of the listeners, because 300 photos can change their state almost at the same time. */
const reportEveryMs = 50;

export type UploadState =
  | { status: 'waiting' }
  | { status: 'sending'; share: number }
  /** The network is down. The upload continues automatically when the network is available again. */
  | { status: 'stalled' }
  | { status: 'done'; key: string }
  | { status: 'failed'; error: unknown };

/** Reports the sent share, from 0 to 1, or 'stalled'. */
export type OnProgress = (share: number | 'stalled') => void;

export type Send = (photo: Photo, onProgress: OnProgress, signal: AbortSignal) => Promise<string>;

export type UploadQueue = {
  /** Returns the key of the photo's upload. If the upload has not started or has failed, starts it. */
  ensure: (photo: Photo) => Promise<string>;
  /** Removes all uploads, so that the photos are sent again. Call this function if the storage has deleted an upload. */
  restart: () => void;
  /** Stops and removes every upload whose photo is not in the set. */
  keepOnly: (photoIds: ReadonlySet<string>) => void;
  subscribe: (listener: () => void) => () => void;
  states: () => ReadonlyMap<string, UploadState>;
};

export function createUploadQueue(send: Send, parallelMax: number = uploadsMax): UploadQueue {
  const jobs = new Map<string, { promise: Promise<string>; abort: AbortController }>();
  const waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const currentStates = new Map<string, UploadState>();
  /** A copy of the current states. Undefined if they have changed since the last copy. */
  let snapshot: ReadonlyMap<string, UploadState> | undefined;
  let reportTimer: ReturnType<typeof setTimeout> | undefined;
  let running = 0;

  const report = () => {
    reportTimer = undefined;
    for (const listener of listeners) listener();
  };

  const publish = (id: string, state: UploadState | undefined) => {
    if (state) currentStates.set(id, state);
    else currentStates.delete(id);
    snapshot = undefined;
    if (reportTimer === undefined) reportTimer = setTimeout(report, reportEveryMs);
  };

  const waitForSlot = () =>
    new Promise<void>((resolve) => {
      if (running < parallelMax) {
        running += 1;
        resolve();
      } else waiting.push(resolve);
    });
  // If another upload waits, it gets the free slot directly, so `running` does not change.
  const release = () => {
    const startNext = waiting.shift();
    if (startNext) startNext();
    else running -= 1;
  };

  async function run(photo: Photo, abort: AbortController): Promise<string> {
    await waitForSlot();
    const update = (state: UploadState) => {
      if (!abort.signal.aborted) publish(photo.id, state);
    };
    try {
      abort.signal.throwIfAborted();
      update({ status: 'sending', share: 0 });
      let reportedShare = 0;
      const onProgress: OnProgress = (share) => {
        if (share === 'stalled') return update({ status: 'stalled' });
        if (share > 0 && share < 1 && Math.abs(share - reportedShare) < reportedStepMin) return;
        reportedShare = share;
        update({ status: 'sending', share });
      };
      const key = await send(photo, onProgress, abort.signal);
      update({ status: 'done', key });
      return key;
    } catch (error) {
      if (!abort.signal.aborted) jobs.delete(photo.id);
      update({ status: 'failed', error });
      throw error;
    } finally {
      release();
    }
  }

  const keepOnly = (photoIds: ReadonlySet<string>) => {
    for (const [id, { abort }] of jobs) {
      if (photoIds.has(id)) continue;
      abort.abort();
      jobs.delete(id);
    }
    for (const id of [...currentStates.keys()]) if (!photoIds.has(id)) publish(id, undefined);
  };

  return {
    ensure(photo) {
      if (photo.uploadKey !== undefined) return Promise.resolve(photo.uploadKey);
      const job = jobs.get(photo.id);
      if (job) return job.promise;
      const abort = new AbortController();
      publish(photo.id, { status: 'waiting' });
      const promise = run(photo, abort);
      jobs.set(photo.id, { promise, abort });
      // The caller gets the rejected promise. This handler prevents an unhandled rejection if no caller waits. In this case, the card shows
      // the error.
      promise.catch(() => undefined);
      return promise;
    },
    keepOnly,
    restart() {
      removeUploadKeys();
      keepOnly(new Set());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    states() {
      snapshot ??= new Map(currentStates);
      return snapshot;
    },
  };
}
