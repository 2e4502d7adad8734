import type { ReactNode } from 'react';

type Props = { icon: ReactNode; title: ReactNode; text?: ReactNode; action?: ReactNode; className?: string };

/** Shown if a list has no entries yet. It contains the reason, and an action that creates the first entry. */
export function EmptyState({ icon, title, text, action, className = '' }: Props) {
  return (
    <div className={`grid justify-items-center gap-2 px-6 py-14 text-center ${className}`}>
      <span aria-hidden className="mb-2 grid size-14 place-items-center rounded-full bg-wall text-muted [&>svg]:size-6">
        {icon}
      </span>
      <h2 className="text-2xl font-semibold">{title}</h2>
      {text !== undefined && <p className="max-w-md text-pretty text-muted">{text}</p>}
      {action !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
