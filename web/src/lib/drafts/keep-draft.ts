/**
 * Restores the draft of the current user, saves every change, and merges the changes of other browser tabs. This code does not use React.
 */
import { waitForNextTask } from '../next-task.ts';
import { readSessionState, subscribeToSession } from '../session/session.ts';
import { hasSignedOut } from '../session/sign-outs.ts';
import { type Draft, removeDrafts } from './draft.ts';
import { watchStoredDraft } from './stored-draft.ts';

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
  /** Whether the two states differ only in typed text. Typed text can be saved later. */
  isTyping(before: State, after: State): boolean;
  /** Called with true as soon as the state belongs to the current user, and with false when the user changes. */
  onRestored(restored: boolean): void;
};

export type DraftKeeper = {
  /** Saves the draft immediately, for example before the browser opens the sign-in page. */
  save(): Promise<void>;
  stop(): void;
};

export function keepDraft<State>({ draft, get, subscribe, replace, start, isTyping, onRestored }: Options<State>): DraftKeeper {
  let loaded: { owner: string | undefined } | undefined;
  /** Counts the changes of the signed-in user. The result of a load that started before the latest change is ignored. */
  let loadNumber = 0;
  let stopWatching: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastState = get();

  const save = async () => {
    clearTimeout(timer);
    if (loaded) await draft.save(loaded.owner, get());
  };

  async function updateUser(): Promise<void> {
    const session = readSessionState();
    if (session.status === 'loading') return;
    const owner = session.status === 'user' ? session.user.id : undefined;
    if (loaded && loaded.owner === owner) return;
    loadNumber += 1;
    const thisLoad = loadNumber;
    clearTimeout(timer);
    stopWatching();
    const previous = loaded;
    loaded = undefined;
    // The page keeps its state if a visitor signs in, but not if the user of an account signs out.
    const visitorState = previous && previous.owner === undefined ? get() : undefined;
    if (previous) onRestored(false);
    if (previous?.owner) {
      // An expired session is not a sign-out, so the draft is saved for the same account.
      if (hasSignedOut(previous.owner)) void removeDrafts(previous.owner);
      else void draft.save(previous.owner, get());
      replace(start(), 'new-user');
    }
    const loadedState = await draft.load(owner, visitorState);
    // The pause divides the work. Without it, one long task would read a draft of 300 cards and also show them.
    await waitForNextTask();
    if (thisLoad !== loadNumber) return;
    if (loadedState) replace(loadedState, 'restored');
    else draft.setBase(owner, get());
    loaded = { owner };
    lastState = get();
    onRestored(true);
    stopWatching = watchStoredDraft(draft.key(owner), () => void merge(owner));
  }

  async function merge(owner: string | undefined): Promise<void> {
    const change = await draft.readOtherTabChanges(owner, get());
    if (change && loaded?.owner === owner) replace(change(get()), 'other-tab');
  }

  const stopState = subscribe((state) => {
    const delayMs = isTyping(lastState, state) ? saveAfterMs : 0;
    lastState = state;
    if (!loaded) return;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), delayMs);
  });
  const stopSession = subscribeToSession(() => void updateUser());
  const saveIfHidden = () => document.visibilityState === 'hidden' && void save();
  document.addEventListener('visibilitychange', saveIfHidden);
  void updateUser();

  return {
    save,
    stop() {
      loadNumber += 1;
      clearTimeout(timer);
      stopWatching();
      stopState();
      stopSession();
      document.removeEventListener('visibilitychange', saveIfHidden);
    },
  };
}
