import { type ReactNode, useEffect, useRef } from 'react';
import { PageWidth } from './page-width.tsx';

type Props = {
  label: string;
  /** A text about the state of the work, at the start of the bar. */
  status?: ReactNode;
  /** A `Meter` on the top edge. */
  meter?: ReactNode;
  /** Whether another bar covers this bar, so that its buttons must not receive the focus. */
  isCovered?: boolean;
  /** The buttons. Without `status`, this is the whole content of the bar. The bar is at least 72 px high, also on phones. */
  children: ReactNode;
};

/** The next actions of a tool, fixed to the bottom of the window. The page ends above the bar (app.css). */
export function ActionBar({ label, status, meter, isCovered = false, children }: Props) {
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    let frame = 0;
    const watcher = new ResizeObserver(() => {
      const height = element.offsetHeight;
      // A change of this property changes the styles of all elements. The browser has just computed them, so the change waits for a frame.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => style.setProperty('--bar-height', `${height}px`));
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
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
        data-bar="actions"
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar"
      >
        {meter !== undefined && <div className="absolute inset-x-0 -top-1">{meter}</div>}
        <div inert={isCovered}>
          <PageWidth className="flex min-h-[calc(var(--spacing-bar)-1px)] items-center gap-2 py-2 tablet:gap-3">
            {status === undefined ? (
              <div className="min-w-0 flex-1">{children}</div>
            ) : (
              <>
                <div className="min-w-0 flex-1 leading-snug">{status}</div>
                <div className="flex shrink-0 items-center gap-2 max-[22.5rem]:shrink tablet:gap-3">{children}</div>
              </>
            )}
          </PageWidth>
        </div>
      </section>
    </>
  );
}

type ReasonProps = {
  id: string;
  /**
   * True while the reason is unknown. The element is then invisible, but keeps its space. The button has no description. On the prerendered
   * page of a visitor, the text is visible, because the app starts only when the visitor uses the page.
   */
  waiting: boolean;
  className?: string;
  children: ReactNode;
};

/** The reason why the button of the bar is disabled. */
export const Reason = ({ id, waiting, className = '', children }: ReasonProps) => (
  <p
    id={waiting ? undefined : id}
    className={`text-base text-muted max-sm:w-full ${className} ${waiting ? 'invisible starting:visible seller:invisible' : ''}`}
  >
    {children}
  </p>
);
