import type { ReactNode } from 'react';

type Props = { children: ReactNode; className?: string };

/** A price, styled as a punched paper tag. */
export function PriceTag({ children, className = '' }: Props) {
  return <span className={`price-tag money inline-flex items-center bg-brass-soft font-semibold text-brass ${className}`}>{children}</span>;
}
