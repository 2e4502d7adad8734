import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

/** Heights in CSS pixels: of the header of the page, and of a line below it with its padding. */
const headerHeight = 64;
const lineHeight = 72;
/** The padding above the line, which hides the cards between the header and the line. */
const paddingHeight = 8;

/**
 * A line that stays below the header while the cards scroll. Content that is higher than one line scrolls until only the height of a line
 * is visible. Then `isStuck` is true, and the content must fold to 56 px. In a small window, the line scrolls away, because it would use
 * too much space.
 */
export function StickyLine({ children }: { children: (isStuck: boolean) => ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const [fullHeight, setFullHeight] = useState(lineHeight);
  const [isPast, setPast] = useState(false);
  const isHighWindow = useMediaQuery('(height >= 40rem)');
  const isStuck = isPast && isHighWindow;
  const foldHeight = Math.max(0, fullHeight - lineHeight);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || isStuck) return;
    const watcher = new ResizeObserver(() => setFullHeight(element.offsetHeight));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [isStuck]);

  useEffect(() => {
    const element = mark.current;
    if (!element) return;
    const watcher = new IntersectionObserver(
      ([entry]) => setPast(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < headerHeight),
      { rootMargin: `-${headerHeight}px 0px 0px` },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  return (
    <>
      <div aria-hidden className="relative flow-root">
        <span ref={mark} className="absolute h-px w-px" style={{ top: foldHeight - paddingHeight }} />
      </div>
      {/* The margin replaces the folded height, so that the cards do not move. The colour hides the cards that scroll below the line. */}
      <div
        ref={box}
        data-sticky-line
        className="-mx-1 mb-2 bg-paper px-1 py-2"
        style={{
          marginTop: isStuck ? foldHeight - paddingHeight : -paddingHeight,
          insetBlockStart: isStuck ? headerHeight : headerHeight - foldHeight,
        }}
      >
        {children(isStuck)}
      </div>
    </>
  );
}
