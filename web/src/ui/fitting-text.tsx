import { type ReactNode, useLayoutEffect, useRef } from 'react';

type Props = {
  className?: string;
  /** Whether screen readers skip the text. */
  isHidden?: boolean;
  children: ReactNode;
};

/** Shows as many whole lines of a text as its box has space for. If a line is hidden, the last shown line ends with an ellipsis. */
export function FittingText({ className = '', isHidden = false, children }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // CSS can limit the lines only to a fixed number. A state would render the component again after each change of the size.
    const watcher = new ResizeObserver(() => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      // The height of the box can be rounded.
      element.style.setProperty('--lines', String(Math.max(1, Math.floor((element.clientHeight + 1) / lineHeight))));
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return (
    <span ref={box} aria-hidden={isHidden || undefined} className={`overflow-hidden ${className}`}>
      <span className="line-clamp-(--lines)">{children}</span>
    </span>
  );
}
