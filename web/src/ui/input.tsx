import type { ComponentProps } from 'react';

/** Border, background and states of every text control. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink transition-colors placeholder:text-muted enabled:hover:border-ink disabled:border-line disabled:bg-paper disabled:text-muted aria-invalid:border-danger';

export function Input({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={`min-h-11 px-3 ${controlClass} ${className}`} {...rest} />;
}
