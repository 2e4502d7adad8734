import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = {
  className?: string;
  /** Whether screen readers skip the text. */
  isHidden?: boolean;
  children: ReactNode;
};

/** Sets the number of lines of each box. Reads all line heights before the first change, so that the browser computes the layout only once. */
function fitLines(entries: readonly ResizeObserverEntry[]): void {
  const lines = entries.map(({ target, contentRect: { height } }) => {
    const lineHeight = Number.parseFloat(getComputedStyle(target).lineHeight);
    // The height of a box can be rounded.
    return Math.max(1, Math.floor((height + 1) / lineHeight));
  });
  for (const [index, { target }] of entries.entries()) (target as HTMLElement).style.setProperty('--lines', String(lines[index]));
}

let observer: ResizeObserver | undefined;

/** Starts to fit the text of a box. All boxes have one observer, because many cards change at the same time. */
function observeBox(box: HTMLElement): () => void {
  observer ??= new ResizeObserver(fitLines);
  const watcher = observer;
  watcher.observe(box);
  return () => watcher.unobserve(box);
}

/** Shows as many whole lines of a text as its box has space for. If a line is hidden, the last shown line ends with an ellipsis. */
export function FittingText({ className = '', isHidden = false, children }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  // CSS can limit the lines only to a fixed number. A state would render the component again after each change of the size.
  useLayoutEffect(() => (box.current ? observeBox(box.current) : undefined), []);
  return (
    <span ref={box} aria-hidden={isHidden || undefined} className={`overflow-hidden ${className}`}>
      <span className="line-clamp-(--lines)">{children}</span>
    </span>
  );
}
