import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { onNews, startFrom } from '#web/lib/drafts.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { hasSignedOut } from '#web/lib/session/sign-outs.ts';
import { draftKey, forgetSetups, loadSetup, newsOfSetup, packSetup, saveSetup } from './draft.ts';
import { changeSetup, startSetup } from './setup.ts';

/** Typing is kept this long after it pauses. */
const saveAfterMs = 300;

/** What is prepared by who is there: restored, and kept with every change. `restored` says whether it is theirs yet. */
export function useSetup() {
  const [setup, change] = useReducer(changeSetup, undefined, () => startSetup(crypto.randomUUID()));
  const session = useSession();
  const [loaded, setLoaded] = useState<{ owner: string | undefined }>();
  const owner = session.status === 'user' ? session.user.id : undefined;
  const known = session.status !== 'loading';
  const restored = known && loaded !== undefined && loaded.owner === owner;
  const latest = useRef(setup);
  useEffect(() => {
    latest.current = setup;
  });

  useEffect(() => {
    if (!known || restored) return;
    let gone = false;
    // A visitor who signs in takes everything along; an account that is left does not.
    const standing = loaded && loaded.owner === undefined ? latest.current : undefined;
    if (loaded?.owner) {
      // A session that ran out is no farewell: what was prepared waits for that account, and for no other.
      if (hasSignedOut(loaded.owner)) void forgetSetups(loaded.owner);
      else void saveSetup(loaded.owner, latest.current);
      change({ type: 'startedNew', runId: crypto.randomUUID(), keepsExample: false });
      setLoaded(undefined);
      return;
    }
    void loadSetup(owner, standing).then((found) => {
      if (gone) return;
      if (found) change({ type: 'restored', setup: found });
      else startFrom(draftKey(owner), packSetup(latest.current));
      setLoaded({ owner });
    });
    return () => {
      gone = true;
    };
  }, [known, owner, restored, loaded]);

  useEffect(() => {
    if (!restored) return;
    return onNews(draftKey(owner), () => {
      void newsOfSetup(owner, latest.current).then((merge) => merge && change({ type: 'changedElsewhere', merge }));
    });
  }, [restored, owner]);

  const savedShape = useRef('');
  useEffect(() => {
    if (!restored) return;
    // Only typing may wait.
    const { productType: _, ...rest } = setup;
    const shape = JSON.stringify([owner, rest]);
    const wait = shape === savedShape.current ? saveAfterMs : 0;
    savedShape.current = shape;
    const timer = window.setTimeout(() => void saveSetup(owner, setup), wait);
    return () => window.clearTimeout(timer);
  }, [restored, owner, setup]);

  useEffect(() => {
    if (!restored) return;
    const save = () => {
      if (document.visibilityState === 'hidden') void saveSetup(owner, latest.current);
    };
    document.addEventListener('visibilitychange', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      // A page that is left, or that fails, right after a letter was typed.
      void saveSetup(owner, latest.current);
    };
  }, [restored, owner]);

  /** Keeps everything at once, before the page is left for sign-in. */
  const keep = useCallback(() => saveSetup(owner, latest.current), [owner]);
  return { setup, change, restored, keep };
}
