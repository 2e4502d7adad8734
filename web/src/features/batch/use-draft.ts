import { type Dispatch, useEffect, useRef, useState } from 'react';
import { onNews, startFrom } from '#web/lib/drafts.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { hasSignedOut } from '#web/lib/session/sign-outs.ts';
import { type BasicState, emptyCardsMax, type StartedNew } from './cards.ts';
import { draftKey, forgetDrafts, loadDraft, newsOfDraft, packDraft, saveDraft } from './draft.ts';
import { newIds } from './new-id.ts';
import type { Tool } from './tool.ts';

/** Typing is kept this long after it pauses. */
const saveAfterMs = 300;

/**
 * Restores the cards of who is there, then keeps every change, and takes in those of other tabs. Answers whether the cards on the page are theirs: not before they
 * are read, nor while those of the one before are still to be taken away.
 */
export function useDraft<State extends BasicState>(
  tool: Tool,
  state: State,
  change: Dispatch<StartedNew | { type: 'restored'; state: State } | { type: 'changedElsewhere'; merge: (state: State) => State }>,
): boolean {
  const session = useSession();
  const [loaded, setLoaded] = useState<{ owner: string | undefined }>();
  const owner = session.status === 'user' ? session.user.id : undefined;
  const known = session.status !== 'loading';
  const restored = known && loaded !== undefined && loaded.owner === owner;
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  useEffect(() => {
    if (!known || restored) return;
    let gone = false;
    // A visitor who signs in takes the cards along; an account that is left does not.
    const standing = loaded && loaded.owner === undefined ? latest.current : undefined;
    if (loaded?.owner) {
      // A session that ran out is no farewell: its cards wait for that account, and for no other.
      if (hasSignedOut(loaded.owner)) void forgetDrafts(loaded.owner);
      else void saveDraft(tool, loaded.owner, latest.current);
      change({ type: 'startedNew', newIds: newIds(emptyCardsMax), orderId: crypto.randomUUID() });
      setLoaded(undefined);
      return;
    }
    void loadDraft(tool, owner, standing).then((draft) => {
      if (gone) return;
      if (draft) change({ type: 'restored', state: draft });
      else startFrom(draftKey(tool, owner), packDraft(latest.current));
      setLoaded({ owner });
    });
    return () => {
      gone = true;
    };
  }, [tool, known, owner, restored, loaded, change]);

  useEffect(() => {
    if (!restored) return;
    return onNews(draftKey(tool, owner), () => {
      void newsOfDraft<State>(tool, owner, latest.current.cards).then((merge) => merge && change({ type: 'changedElsewhere', merge }));
    });
  }, [tool, restored, owner, change]);

  const savedShape = useRef('');
  useEffect(() => {
    if (!restored) return;
    // Only typing may wait: cards, photos and runs that come and go are kept at once.
    const shape = JSON.stringify([owner, state.orderId, state.batchIds, state.cards.map(({ id, photo }) => [id, photo?.id])]);
    const wait = shape === savedShape.current ? saveAfterMs : 0;
    savedShape.current = shape;
    const timer = window.setTimeout(() => void saveDraft(tool, owner, state), wait);
    return () => window.clearTimeout(timer);
  }, [tool, restored, owner, state]);

  useEffect(() => {
    if (!restored) return;
    const save = () => {
      if (document.visibilityState === 'hidden') void saveDraft(tool, owner, latest.current);
    };
    document.addEventListener('visibilitychange', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      // A page that is left, or that fails, right after a letter was typed.
      void saveDraft(tool, owner, latest.current);
    };
  }, [tool, restored, owner]);

  return restored;
}
