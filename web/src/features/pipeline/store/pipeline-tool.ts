/** Starts the parts of the tool. */

import { liveUserId } from '#web/features/batch/store/core.ts';
import { type KeptDraft, keepDraft } from '#web/lib/drafts/keep-draft.ts';
import { signIn } from '#web/lib/session/session.ts';
import { store } from './core.ts';
import { analyze, start } from './ordering.ts';
import { followPictures } from './pictures.ts';
import { followRuns } from './runs.ts';
import { type Setup, startSetup } from './setup.ts';
import { isTyping, setupDraft } from './setup-draft.ts';
import { continueAfterTopUp, followBalance } from './steering.ts';

const newSetup = () => startSetup(crypto.randomUUID());

const keepSetup = (): KeptDraft =>
  keepDraft<Setup>({
    draft: setupDraft,
    get: () => store.getState().setup,
    subscribe: (listener) => store.subscribe(({ setup }, before) => setup !== before.setup && listener(setup)),
    replace: (setup, reason) => store.setState({ setup, ...(reason === 'new-user' && { problems: {}, failure: undefined }) }),
    start: newSetup,
    isTyping,
    onRestored: (restored) => store.setState({ restored }),
  });

let kept: KeptDraft | undefined;
let stops: (() => void)[] | undefined;

/** Starts the setup, its draft and its uploads. They continue on every page; later calls do nothing. */
export function startTool(): void {
  if (stops) return;
  store.setState({ setup: newSetup() });
  kept = keepSetup();
  stops = [kept.stop, followPictures(), followBalance()];
}

/** Stops everything that `startTool` has started. Only tests need it. */
export function stopTool(): void {
  for (const stop of stops ?? []) stop();
  stops = undefined;
}

/** Call it when the page is shown. @returns a function that stops the reads of runs when the page is left. */
export function openPipeline(): () => void {
  startTool();
  const ends = [followRuns(), continueAfterTopUp()];
  return () => {
    for (const end of ends) end();
  };
}

/** Stores the setup, and leaves the page for the sign-in. */
const signInFirst = () => void (kept?.save() ?? Promise.resolve()).then(signIn);

/** A visitor signs in first. */
export const analyzeSignedIn = (): void => (liveUserId() ? void analyze() : signInFirst());
export const startSignedIn = (): void => (liveUserId() ? void start() : signInFirst());
