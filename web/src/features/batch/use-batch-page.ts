import { useMemo, useReducer, useState } from 'react';
import type { BatchItem } from '#shared/batch/api.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { type BasicSettings, type CardOf, type CardsOf, emptyCardsMax } from './cards.ts';
import { saveDraft } from './draft.ts';
import type { Making } from './making.ts';
import { newIds } from './new-id.ts';
import { batchToRetry, failedCards } from './retry.ts';
import { progressOf, type RecreateScope, recreateChoices, withFreshPhotos } from './run.ts';
import { kindOf, type Tool } from './tool.ts';
import { useCancel } from './use-cancel.ts';
import { useCardActions } from './use-card-actions.ts';
import { useCreate } from './use-create.ts';
import { useDraft } from './use-draft.ts';
import { useDurations } from './use-durations.ts';
import { usePhotos } from './use-photos.ts';
import { useRuns } from './use-runs.ts';
import { useStable } from './use-stable.ts';
import { useUploads } from './use-uploads.ts';
import { useWaitingOrder } from './use-waiting-order.ts';

type Needs<Settings extends BasicSettings, Model extends string, Item extends BatchItem> = {
  tool: Tool;
  /** The page's own. */
  path: string;
  rules: CardsOf<Settings, Model, Item>;
  making: Making<CardOf<Settings, Model>>;
};

/** A page of cards that are ordered as batches: what stands on it, what goes on, and what a press does. */
export function useBatchPage<Settings extends BasicSettings, Model extends string, Item extends BatchItem>({
  tool,
  path,
  rules,
  making,
}: Needs<Settings, Model, Item>) {
  type Card = CardOf<Settings, Model>;
  const session = useSession();
  const profile = useProfile();
  const signIn = useSignIn();
  const [state, change] = useReducer(rules.changeCards, undefined, () => rules.startState(newIds(emptyCardsMax), crypto.randomUUID()));
  const restored = useDraft(tool, state, change);
  const runs = useRuns(tool, state, change, restored);
  const remembered = useDurations(runs.items);
  const { uploads, states, progress } = useUploads(tool, state);
  const photos = usePhotos(state.cards, change);
  const cancel = useCancel();
  const [shortfall, setShortfall] = useState<Shortfall>();
  const [choices, setChoices] = useState<Record<RecreateScope, Card[]>>();
  const order = useCreate({ tool, making, uploads, state, change, onShortfall: setShortfall });
  const actions = useCardActions({
    changeCards: rules.changeCards,
    kind: kindOf(tool),
    state,
    change,
    runs,
    uploads,
    setFile: photos.setFile,
    cancelItem: cancel.cancelItem,
  });

  const running = runs.running || order.sending !== undefined;
  const { batches, items } = runs;
  const { cards, sent } = state;
  const eligible = useMemo(() => cards.filter(making.isEligible), [cards, making]);
  const failed = useMemo(() => failedCards(eligible, items), [eligible, items]);
  const counters = useMemo(() => progressOf(batches, cards, items), [batches, cards, items]);
  const available = profile && balancesOf(profile).available;
  const signedIn = session.status === 'user';
  const hasRun = cards.some((card) => items.has(card.id));
  const signInFirst = () => void saveDraft(tool, undefined, state).then(signIn);

  const start = useStable((ordered: Card[]) => {
    waiting.asked(ordered);
    const need = making.quote(ordered);
    if (available !== undefined && available < need) return setShortfall({ need, have: available });
    order.create(withFreshPhotos(ordered, items), available ?? 0, batchToRetry(ordered, sent, items, batches));
  });
  const waiting = useWaitingOrder({ path, state, ready: restored && available !== undefined, send: start });
  const press = () => {
    if (!signedIn) return signInFirst();
    if (hasRun) setChoices(recreateChoices(eligible, items, sent));
    else start(eligible);
  };

  return {
    kind: kindOf(tool),
    making,
    state,
    change,
    /** The cards are those of who is there. */
    restored,
    runs,
    remembered,
    uploads,
    uploadStates: states,
    uploadProgress: progress,
    photos,
    cancel,
    order,
    ...actions,
    running,
    locked: running || runs.loading || !restored,
    eligible,
    failed,
    counters,
    available,
    signedIn,
    hasRun,
    signInFirst,
    start,
    press,
    shortfall,
    /** Remembers the order that the balance did not cover. */
    keepOrder: waiting.keep,
    dismissShortfall: () => setShortfall(undefined),
    choices,
    dismissChoices: () => setChoices(undefined),
  };
}

/** The page, as far as what stands below the cards knows it. */
export type BatchPageOf<Settings extends BasicSettings, Model extends string, Item extends BatchItem> = ReturnType<
  typeof useBatchPage<Settings, Model, Item>
>;
