import type { ReactNode } from 'react';

type Props = { title: string; className?: string; children: ReactNode };

/** One state of a component in a story, with the name of the state. */
export const Group = ({ title, className = 'flex flex-wrap items-center gap-3', children }: Props) => (
  <section aria-label={title} className="mb-7 min-w-0">
    <h2 className="mb-2.5 font-sans text-sm font-semibold tracking-normal text-muted">{title}</h2>
    <div className={className}>{children}</div>
  </section>
);

/** A story with its title. */
export const Story = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1 className="mb-6 text-3xl font-semibold">{title}</h1>
    {children}
  </>
);
