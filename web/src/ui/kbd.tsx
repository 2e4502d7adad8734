import type { ReactNode } from 'react';

/** A key of the keyboard. */
export const Kbd = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <kbd
    className={`inline-block min-w-5.5 rounded-sm border border-b-2 border-line bg-surface px-1.5 py-1 text-center font-sans text-xs leading-none font-semibold text-muted ${className}`}
  >
    {children}
  </kbd>
);
