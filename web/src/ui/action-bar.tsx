import type { ReactNode } from 'react';

/** What a tool does next, in sight at the foot of the window wherever its page is scrolled to. */
export const ActionBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} tabIndex={-1} className="sticky bottom-0 z-20 mt-8 border-t border-line bg-paper/95 backdrop-blur-sm">
    <div className="mx-auto max-w-page px-4 py-3 sm:px-6">{children}</div>
  </section>
);

type ReasonProps = {
  id: string;
  /** Nothing can be said yet: it keeps its place, so that nothing moves when it is said, and describes nothing. */
  waiting: boolean;
  className?: string;
  children: ReactNode;
};

/** Why the bar's button does nothing now. */
export const Reason = ({ id, waiting, className = '', children }: ReasonProps) => (
  <p id={waiting ? undefined : id} className={`text-sm text-muted max-sm:w-full ${className} ${waiting ? 'invisible' : ''}`}>
    {children}
  </p>
);
