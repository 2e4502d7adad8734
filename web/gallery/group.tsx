import type { ReactNode } from 'react';

type Props = { title: string; className?: string; children: ReactNode };

/** Shows one state of a component, below the name of the state. */
export const Group = ({ title, className = 'flex flex-wrap items-center gap-3', children }: Props) => (
  <section aria-label={title} className="mb-7 min-w-0">
    <h2 className="mb-2.5 font-sans text-sm font-semibold tracking-normal text-muted">{title}</h2>
    <div className={className}>{children}</div>
  </section>
);

/** Shows the title of a story above its content. */
export const Story = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1 className="mb-6 text-3xl font-semibold">{title}</h1>
    {children}
  </>
);
