/** Restores the draft of the current user, saves every change, and merges the changes of other tabs. Works outside React. */
import { readSessionState, subscribeToSession } from '../session/session.ts';
import { hasSignedOut } from '../session/sign-outs.ts';
import { type Draft, forgetDrafts } from './draft.ts';
import { onNews } from './stored-draft.ts';

/** Typed text is saved after a pause of this length, in milliseconds. */
const saveAfterMs = 300;

type Options<State> = {
  draft: Draft<State>;
  /** The state of the tool. */
  get(): State;
  subscribe(listener: (state: State) => void): () => void;
  /** Replaces the state. `reason` is the source of the new state. */
  replace(state: State, reason: 'restored' | 'other-tab' | 'new-user'): void;
  /** Returns the state for a user without a draft. */
  start(): State;
  /** Whether only typed text differs, so that the save can wait. */
  isTyping(before: State, after: State): boolean;
  /** Called with true as soon as the state belongs to the current user, and with false when the user changes. */
  onRestored(restored: boolean): void;
};

export type KeptDraft = {
  /** Saves immediately, for example before the user leaves the page for the sign-in. */
  save(): Promise<void>;
  stop(): void;
};

export function keepDraft<State>({ draft, get, subscribe, replace, start, isTyping, onRestored }: Options<State>): KeptDraft {
  let loaded: { owner: string | undefined } | undefined;
  /** Number of the latest change of the user, to ignore the result of an earlier load that ends later. */
  let turn = 0;
  let stopNews: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = get();

  const save = async () => {
    clearTimeout(timer);
    if (loaded) await draft.save(loaded.owner, get());
  };

  async function follow(): Promise<void> {
    const session = readSessionState();
    if (session.status === 'loading') return;
    const owner = session.status === 'user' ? session.user.id : undefined;
    if (loaded && loaded.owner === owner) return;
    turn += 1;
    const mine = turn;
    clearTimeout(timer);
    stopNews();
    const before = loaded;
    loaded = undefined;
    // The state on the page stays if a visitor signs in, but not if an account signs out.
    const standing = before && before.owner === undefined ? get() : undefined;
    if (before) onRestored(false);
    if (before?.owner) {
      // An expired session is not a sign-out, so the draft is saved for the same account.
      if (hasSignedOut(before.owner)) void forgetDrafts(before.owner);
      else void draft.save(before.owner, get());
      replace(start(), 'new-user');
    }
    const found = await draft.load(owner, standing);
    if (mine !== turn) return;
    if (found) replace(found, 'restored');
    else draft.startFrom(owner, get());
    loaded = { owner };
    seen = get();
    onRestored(true);
    stopNews = onNews(draft.key(owner), () => void merge(owner));
  }

  async function merge(owner: string | undefined): Promise<void> {
    const change = await draft.news(owner, get());
    if (change && loaded?.owner === owner) replace(change(get()), 'other-tab');
  }

  const stopState = subscribe((state) => {
    const wait = isTyping(seen, state) ? saveAfterMs : 0;
    seen = state;
    if (!loaded) return;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), wait);
  });
  const stopSession = subscribeToSession(() => void follow());
  const saveIfHidden = () => document.visibilityState === 'hidden' && void save();
  document.addEventListener('visibilitychange', saveIfHidden);
  void follow();

  return {
    save,
    stop() {
      turn += 1;
      clearTimeout(timer);
      stopNews();
      stopState();
      stopSession();
      document.removeEventListener('visibilitychange', saveIfHidden);
    },
  };
}
