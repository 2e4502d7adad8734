/** Starts and stops the parts of the before/after tool. */
import { liveUserId } from '#web/features/batch/store/core.ts';
import { type DraftKeeper, keepDraft } from '#web/lib/drafts/keep-draft.ts';
import { signIn } from '#web/lib/session/session.ts';
import { store } from './core.ts';
import { analyze, start } from './ordering.ts';
import { followPictures } from './pictures.ts';
import { continueAfterTopUp, followBalance } from './run-control.ts';
import { followRuns } from './runs.ts';
import { type Setup, startSetup } from './setup.ts';
import { isTyping, setupDraft } from './setup-draft.ts';

const newSetup = () => startSetup(crypto.randomUUID());

const startDraft = (): DraftKeeper =>
  keepDraft<Setup>({
    draft: setupDraft,
    get: () => store.getState().setup,
    subscribe: (listener) => store.subscribe(({ setup }, before) => setup !== before.setup && listener(setup)),
    replace: (setup, reason) => store.setState({ setup, ...(reason === 'new-user' && { problems: {}, failure: undefined }) }),
    start: newSetup,
    isTyping,
    onRestored: (restored) => store.setState({ restored }),
  });

let draft: DraftKeeper | undefined;
let stops: (() => void)[] | undefined;

/** Starts the setup, its draft and its uploads. They stay active on other pages. Later calls have no effect. */
export function startTool(): void {
  if (stops) return;
  store.setState({ setup: newSetup() });
  draft = startDraft();
  stops = [draft.stop, followPictures(), followBalance()];
}

/** Stops everything that `startTool` has started. Only tests call this function. */
export function stopTool(): void {
  for (const stop of stops ?? []) stop();
  stops = undefined;
}

/**
 * Starts the reads of runs when the page is opened.
 * @returns a function that stops the reads when the user leaves the page.
 */
export function openPipeline(): () => void {
  startTool();
  const pageStops = [followRuns(), continueAfterTopUp()];
  return () => {
    for (const stop of pageStops) stop();
  };
}

/** Stores the setup, and opens the sign-in page. */
const signInFirst = () => void (draft?.save() ?? Promise.resolve()).then(signIn);

/** Analyzes the example. A visitor must sign in first. */
export const analyzeSignedIn = (): void => (liveUserId() ? void analyze() : signInFirst());
/** Starts a run. A visitor must sign in first. */
export const startSignedIn = (): void => (liveUserId() ? void start() : signInFirst());
