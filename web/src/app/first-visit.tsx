import { useEffect } from 'react';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { animationStyles } from '#shared/video/styles.ts';
import { takeFirstVisit } from '#web/features/auth/first-visit.ts';
import { isBlank } from '#web/features/batch/cards/cards.ts';
import { addSampleProducts } from '#web/features/batch/store/sample-products.ts';
import { batchVideo } from '#web/features/video/batch-tool.ts';

/** Waits until the cards of the account are restored. */
const waitUntilRestored = (): Promise<void> =>
  new Promise((resolve) => {
    const { store } = batchVideo;
    if (store.getState().restored) return resolve();
    const stop = store.subscribe(({ restored }) => {
      if (!restored) return;
      stop();
      resolve();
    });
  });

/** Adds sample products, unless the seller already has cards. The welcome bonus pays for all of these samples. */
async function addSamples(): Promise<void> {
  const { core, definition, store } = batchVideo;
  batchVideo.start();
  await waitUntilRestored();
  const isUnused = () => {
    const { draft, checking } = store.getState();
    return draft.cards.every(isBlank) && draft.batchIds.length === 0 && checking === undefined;
  };
  if (!isUnused()) return;
  const [firstCard] = store.getState().draft.cards;
  const price = firstCard ? definition.orderRules.quote([firstCard]) : signupBonusCents;
  const styles = animationStyles.slice(0, Math.floor(signupBonusCents / price));
  if (!(await addSampleProducts(core, styles, { hasPrompts: true, isWanted: isUnused }))) return;
  const blankCards = store.getState().draft.cards.filter(isBlank);
  core.change({ type: 'cardsRemoved', cardIds: new Set(blankCards.map(({ id }) => id)) });
}

/** On the first visit of a new account, the tool has sample products that are ready to run (docs/spec.md 3.2). */
export function FirstVisit() {
  useEffect(() => {
    // If the samples cannot be loaded, the page still has a button that adds them.
    if (takeFirstVisit()) addSamples().catch((error: unknown) => console.info('the samples could not be loaded', error));
  }, []);
  return null;
}
