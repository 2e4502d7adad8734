/**
 * Drafts in browser storage that several tabs can edit (docs/spec.md 16). Each stored draft has a revision. Before a tab writes, it
 * compares this revision with the one that it has loaded. If they differ, it merges both versions. After the write, it notifies the other
 * tabs, and these tabs also merge.
 */
import { readStored, removeStored, writeStored } from './idb.ts';
import { isSame, mergeChanges } from './merge.ts';
import { recordStorageResult } from './storage-refusal.ts';

type Stored<Draft> = Draft & { revision?: string };

/** The stored version that this tab has loaded or saved last. `revision` is undefined if the page does not show the stored draft yet. */
type BaseVersion = { draft: object; revision: string | undefined };

const baseVersions = new Map<string, BaseVersion>();
const lockName = 'vitrine.drafts';

/**
 * Runs tasks that read and write a draft one after another, across all tabs, with Web Locks. In a browser without Web Locks, this applies
 * only to the tasks of one tab.
 */
let lastTask: Promise<unknown> = Promise.resolve();
function runExclusively<Value>(run: () => Promise<Value>): Promise<Value> {
  const runLocked = async () => (navigator.locks ? ((await navigator.locks.request(lockName, run)) as Value) : run());
  const task = lastTask.then(runLocked);
  lastTask = task.catch(() => undefined);
  return task;
}

/**
 * Reads the stored draft and makes it this tab's base version. Call this inside `runWithStorage`, and only if the page will show the draft.
 */
export async function readDraft<Draft extends object>(key: string): Promise<Draft | undefined> {
  const stored = await readWithRevision<Draft>(key);
  if (stored) baseVersions.set(key, { draft: stored.draft, revision: stored.revision });
  else baseVersions.delete(key);
  return stored?.draft;
}

async function readWithRevision<Draft extends object>(key: string): Promise<{ draft: Draft; revision: string | undefined } | undefined> {
  const stored = await readStored<Stored<Draft>>('drafts', key);
  if (!stored) return undefined;
  const { revision, ...draft } = stored;
  return { draft: draft as object as Draft, revision };
}

/** Makes the initial content of the page the base version. Call this if nothing is stored. */
export function setBaseVersion(key: string, draft: object): void {
  baseVersions.set(key, { draft, revision: undefined });
}

/** Whether the draft is equal to the version that this tab has read or written last. */
export const isStored = (key: string, draft: object): boolean => {
  const baseVersion = baseVersions.get(key);
  return baseVersion?.revision !== undefined && isSame(draft, baseVersion.draft);
};

/** Returns the draft to store: `draft` merged with the changes of other tabs. Call it inside `runWithStorage`. */
export async function mergeStoredChanges<Draft extends object>(key: string, draft: Draft): Promise<Draft> {
  const stored = await readWithRevision<Draft>(key);
  const baseVersion = baseVersions.get(key);
  if (!stored || (baseVersion && stored.revision === baseVersion.revision)) return draft;
  // A tab that never loaded the draft has no base version, so the stored values replace its values.
  return mergeChanges((baseVersion?.draft ?? draft) as Draft, draft, stored.draft);
}

/** Stores the result of `mergeStoredChanges`, and notifies all pages that do not show this result. Call it inside `runWithStorage`. */
export async function writeDraft<Draft extends object>(key: string, draft: Draft, shown: Draft): Promise<void> {
  const revision = crypto.randomUUID();
  await writeStored('drafts', key, { ...draft, revision });
  recordStorageResult(true);
  const isShown = isSame(draft, shown);
  baseVersions.set(key, { draft: shown, revision: isShown ? revision : undefined });
  channel()?.postMessage(key);
  if (!isShown) notifyListeners(key);
}

export async function removeDraft(key: string): Promise<void> {
  baseVersions.delete(key);
  await removeStored('drafts', key);
}

/**
 * If another tab has stored a new version, returns a function that merges this version into the page. Also returns the result of `read`,
 * which prepares the stored draft for the page. Returns undefined if there is no new version, or if `read` returns undefined. Call this
 * inside `runWithStorage`.
 */
export async function readStoredChanges<Draft extends object, Read>(
  key: string,
  read: (draft: Draft) => Promise<Read | undefined>,
): Promise<{ merge: (local: Draft) => Draft; loaded: Read } | undefined> {
  const stored = await readWithRevision<Draft>(key);
  const baseVersion = baseVersions.get(key);
  if (!stored || !baseVersion || stored.revision === baseVersion.revision) return undefined;
  const loaded = await read(stored.draft);
  if (loaded === undefined) return undefined;
  const base = baseVersion.draft as Draft;
  baseVersions.set(key, { draft: stored.draft, revision: stored.revision });
  return { merge: (local) => mergeChanges(base, local, stored.draft), loaded };
}

const listeners = new Map<string, Set<() => void>>();
const notifyListeners = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener();
};

let openChannel: BroadcastChannel | undefined;
/** Returns the channel to the other tabs. The first call opens the channel. */
function channel(): BroadcastChannel | undefined {
  if (!openChannel && typeof BroadcastChannel === 'function') {
    openChannel = new BroadcastChannel(lockName);
    openChannel.onmessage = ({ data }: MessageEvent<unknown>) => typeof data === 'string' && notifyListeners(data);
  }
  return openChannel;
}

/**
 * Calls `listener` each time another tab has stored the draft. Also calls it once immediately, because earlier notifications were missed.
 * @returns a function that stops the calls.
 */
export function watchStoredDraft(key: string, listener: () => void): () => void {
  channel();
  const draftListeners = listeners.get(key) ?? new Set();
  listeners.set(key, draftListeners.add(listener));
  listener();
  return () => {
    draftListeners.delete(listener);
  };
}

/** Runs `run` after all earlier tasks. If the browser refuses storage, shows a notice and returns `fallback`. */
export async function runWithStorage<Value>(run: () => Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await runExclusively(run);
  } catch (error) {
    console.info('the browser could not store or read a draft', error);
    recordStorageResult(false);
    return fallback;
  }
}
