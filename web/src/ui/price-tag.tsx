import type { ReactNode } from 'react';

const tones = { quiet: 'bg-brass-soft text-brass', strong: 'bg-brass-bright text-[#2a1d18]', free: 'bg-success-soft text-success' };

type Props = { children: ReactNode; tone?: keyof typeof tones; className?: string };

/** A price that looks like a paper price tag. */
export function PriceTag({ children, tone = 'quiet', className = '' }: Props) {
  return (
    <span className={`price-tag money inline-flex items-center font-semibold whitespace-nowrap ${tones[tone]} ${className}`}>
      {children}
    </span>
  );
}
