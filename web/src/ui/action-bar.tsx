import { type ReactNode, useEffect, useRef } from 'react';

/** A tool's next actions, fixed to the bottom of the window. The page ends above it (app.css). */
export function ActionBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => style.setProperty('--bar-height', `${element.offsetHeight}px`));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.removeProperty('--bar-height');
    };
  }, []);

  return (
    <>
      <div aria-hidden className="h-8" />
      <section
        ref={bar}
        aria-label={label}
        tabIndex={-1}
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper/95 backdrop-blur-sm"
      >
        <div className="mx-auto max-w-page px-4 py-3 sm:px-6">{children}</div>
      </section>
    </>
  );
}

type ReasonProps = {
  id: string;
  /** The reason is not known yet: the element keeps its place, so that nothing moves later, and describes nothing. */
  waiting: boolean;
  className?: string;
  children: ReactNode;
};

/** Reason why the button of the bar is inactive. */
export const Reason = ({ id, waiting, className = '', children }: ReasonProps) => (
  <p id={waiting ? undefined : id} className={`text-sm text-muted max-sm:w-full ${className} ${waiting ? 'invisible' : ''}`}>
    {children}
  </p>
);
