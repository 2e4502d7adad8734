import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { type CardsState, type Change, emptyCardsAtStart } from './cards.ts';
import { forgetDrafts, loadDraft, saveDraft } from './draft.ts';
import { newIds } from './new-id.ts';

/** Typing is kept this long after it pauses. */
const saveAfterMs = 300;

/** Restores the cards when the page opens, then keeps every change. Answers whether the cards are there. */
export function useDraft(state: CardsState, change: Dispatch<Change>): boolean {
  const session = useSession();
  const [restored, setRestored] = useState(false);
  const owner = session.status === 'user' ? session.user.id : undefined;
  const known = session.status !== 'loading';
  const latest = useRef({ state, owner });
  useEffect(() => {
    latest.current = { state, owner };
  });

  // Once only: someone who signs in on this page keeps what stands on it.
  useEffect(() => {
    if (!known || restored) return;
    let gone = false;
    void loadDraft(owner).then((draft) => {
      if (gone) return;
      if (draft) change({ type: 'restored', state: draft });
      setRestored(true);
    });
    return () => {
      gone = true;
    };
  }, [known, owner, restored, change]);

  /** Whose cards these are; a visitor's become the account's that signs in. An expired session is still its owner's. */
  const cardsOf = useRef<string>(undefined);
  const leftBehind = useRef<CardsState>(undefined);
  useEffect(() => {
    if (!restored) return;
    const left = cardsOf.current;
    cardsOf.current = owner;
    if (!left || left === owner) return;
    // Signed out, here or in another tab: who comes next must see nothing of it.
    leftBehind.current = latest.current.state;
    void forgetDrafts(left);
    change({ type: 'startedNew', newIds: newIds(emptyCardsAtStart) });
  }, [restored, owner, change]);

  const savedShape = useRef('');
  useEffect(() => {
    if (!restored || state === leftBehind.current) return;
    // Only typing may wait: cards, photos and runs that come and go are kept at once.
    const shape = JSON.stringify([owner, state.batchIds, state.cards.map(({ id, photo }) => [id, photo?.id])]);
    const wait = shape === savedShape.current ? saveAfterMs : 0;
    savedShape.current = shape;
    const timer = window.setTimeout(() => void saveDraft(owner, state), wait);
    return () => window.clearTimeout(timer);
  }, [restored, owner, state]);

  useEffect(() => {
    if (!restored) return;
    const save = () => {
      if (document.visibilityState === 'hidden' && latest.current.state !== leftBehind.current)
        void saveDraft(latest.current.owner, latest.current.state);
    };
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, [restored]);

  return restored;
}
