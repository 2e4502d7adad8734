/**
 * Drafts in the browser's storage that several tabs have open at once. Each draft bears a revision. A tab that writes upon another
 * revision than it knows puts both tabs' changes together first, and tells the others, which take them in (checklist Q63).
 */
import { readStored, removeStored, writeStored } from './idb.ts';
import { isSame, mergeChanges } from './merge.ts';
import { noteKept } from './not-kept.ts';

type Stored<Draft> = Draft & { revision?: string };

/** The draft that this tab's page has grown from, and the revision it had; none where the page shows less than what is stored. */
type Origin = { draft: object; revision: string | undefined };

const origins = new Map<string, Origin>();
const lockName = 'vitrine.drafts';

/** One after the other, over all tabs: what one reads is what it changes. A browser without locks has turns in each tab. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
  const locked = async () => (navigator.locks ? ((await navigator.locks.request(lockName, run)) as Value) : run());
  const done = turn.then(locked);
  turn = done.catch(() => undefined);
  return done;
}

/** The draft as it is stored. Within a turn, and only for a page that shows it from here on. */
export async function readDraft<Draft extends object>(key: string): Promise<Draft | undefined> {
  const stored = await peekDraft<Draft>(key);
  if (stored) origins.set(key, { draft: stored.draft, revision: stored.revision });
  else origins.delete(key);
  return stored?.draft;
}

async function peekDraft<Draft extends object>(key: string): Promise<{ draft: Draft; revision: string | undefined } | undefined> {
  const stored = await readStored<Stored<Draft>>('drafts', key);
  if (!stored) return undefined;
  const { revision, ...draft } = stored;
  return { draft: draft as object as Draft, revision };
}

/** Where nothing was stored, a page has grown from what it shows at first. */
export function startFrom(key: string, draft: object): void {
  origins.set(key, { draft, revision: undefined });
}

/** Whether the page's draft is what is stored already, as far as this tab knows. */
export const isStored = (key: string, draft: object): boolean => {
  const origin = origins.get(key);
  return origin?.revision !== undefined && isSame(draft, origin.draft);
};

/** What is to be stored for a page that shows `draft`: with what other tabs have changed meanwhile. Within a turn. */
export async function withOthers<Draft extends object>(key: string, draft: Draft): Promise<Draft> {
  const theirs = await peekDraft<Draft>(key);
  const origin = origins.get(key);
  if (!theirs || (origin && theirs.revision === origin.revision)) return draft;
  // Who has never read it has nothing to say about what is there.
  return mergeChanges((origin?.draft ?? draft) as Draft, draft, theirs.draft);
}

/** Stores what `withOthers` answered, and tells every page that shows something else. Within a turn. */
export async function writeDraft<Draft extends object>(key: string, draft: Draft, shown: Draft): Promise<void> {
  const revision = crypto.randomUUID();
  await writeStored('drafts', key, { ...draft, revision });
  noteKept(true);
  const shows = isSame(draft, shown);
  origins.set(key, { draft: shown, revision: shows ? revision : undefined });
  channel()?.postMessage(key);
  if (!shows) hear(key);
}

export async function removeDraft(key: string): Promise<void> {
  origins.delete(key);
  await removeStored('drafts', key);
}

/**
 * What a page does to take in other tabs' changes: from its own state to the one that shows both. `read` makes of the stored draft
 * whatever the page needs of it; where it answers nothing, the page stays as it is. Undefined where there is nothing new. Within a turn.
 */
export async function newsOf<Draft extends object, Read>(
  key: string,
  read: (draft: Draft) => Promise<Read | undefined>,
): Promise<{ merge: (mine: Draft) => Draft; theirs: Read } | undefined> {
  const stored = await peekDraft<Draft>(key);
  const origin = origins.get(key);
  if (!stored || !origin || stored.revision === origin.revision) return undefined;
  const theirs = await read(stored.draft);
  if (theirs === undefined) return undefined;
  const base = origin.draft as Draft;
  origins.set(key, { draft: stored.draft, revision: stored.revision });
  return { merge: (mine) => mergeChanges(base, mine, stored.draft), theirs };
}

const listeners = new Map<string, Set<() => void>>();
const hear = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener();
};

let opened: BroadcastChannel | undefined;
/** Opened by the first page that has a draft. */
function channel(): BroadcastChannel | undefined {
  if (!opened && typeof BroadcastChannel === 'function') {
    opened = new BroadcastChannel(lockName);
    opened.onmessage = ({ data }: MessageEvent<unknown>) => typeof data === 'string' && hear(data);
  }
  return opened;
}

/**
 * Calls `listener` when another tab has stored the draft, and once at the start: what was stored since this page read it was told when
 * nobody listened. Answers how to stop.
 */
export function onNews(key: string, listener: () => void): () => void {
  channel();
  const all = listeners.get(key) ?? new Set();
  listeners.set(key, all.add(listener));
  listener();
  return () => {
    all.delete(listener);
  };
}

/** Runs in turn. Where the browser refuses, the page says so and works without memory: `otherwise`. */
export async function keeping<Value>(run: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await inTurn(run);
  } catch (error) {
    console.info('this browser could not keep or read what is prepared here', error);
    noteKept(false);
    return otherwise;
  }
}
