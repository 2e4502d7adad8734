import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from '#web/lib/router.tsx';

/** Maximum number of remembered positions. The oldest position is removed first. */
const positionsMax = 50;
/** Time in milliseconds after which all parts of a page have loaded, so that the page has its full height. */
const restoreMsMax = 2_000;

/** The vertical position of each visited page, by the key of the visit. */
const positions = new Map<string, number>();

function remember(key: string): void {
  positions.delete(key);
  positions.set(key, window.scrollY);
  for (const oldest of [...positions.keys()].slice(0, Math.max(0, positions.size - positionsMax))) positions.delete(oldest);
}

/**
 * Scrolls to a position. Repeats this while the page grows, until the user scrolls.
 * @returns a function that stops the repetition.
 */
function scrollTo(top: number): () => void {
  const startedMs = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, stop);
  };
  const step = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 1 || performance.now() - startedMs > restoreMsMax) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const event of ['wheel', 'touchstart', 'keydown']) window.addEventListener(event, stop, { passive: true });
  step();
  return stop;
}

/**
 * Shows a new page from its start. After Back or Forward, shows the page at its last position.
 * @param onPage called after another page appeared
 */
export function useScrollPosition(onPage: () => void): void {
  const { pathname, key } = useLocation();
  const shown = useRef({ pathname, key });

  useEffect(() => {
    const handleScroll = () => remember(shown.current.key);
    // Normally, the browser must not restore the position, because it scrolls before the page has changed. After a reload, the browser must
    // restore it, because only the browser knows the position.
    const restoreByBrowser = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.history.scrollRestoration = 'manual';
    // The user may have scrolled before the app has started.
    handleScroll();
    window.addEventListener('scroll', handleScroll, { passive: true });
    window.addEventListener('pagehide', restoreByBrowser);
    return () => {
      window.removeEventListener('scroll', handleScroll);
      window.removeEventListener('pagehide', restoreByBrowser);
    };
  }, []);

  // This effect runs before the paint, so that the page does not appear at a wrong position first.
  useLayoutEffect(() => {
    const previous = shown.current;
    shown.current = { pathname, key };
    if (previous.key === key) return;
    if (previous.pathname === pathname) return remember(key);
    onPage();
    return scrollTo(positions.get(key) ?? 0);
  }, [pathname, key, onPage]);
}
