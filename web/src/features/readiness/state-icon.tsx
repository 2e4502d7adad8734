import { Check, CircleAlert, CircleHelp } from 'lucide-react';
import type { ReadinessState } from '#shared/marketplaces/readiness.ts';

/** The sign of a state. The text beside it has the same meaning. */
export function StateIcon({ state, className }: { state: ReadinessState; className: string }) {
  if (state === 'ready') return <Check aria-hidden className={`${className} shrink-0 text-success`} />;
  if (state === 'notReady') return <CircleAlert aria-hidden className={`${className} shrink-0 text-danger`} />;
  return <CircleHelp aria-hidden className={`${className} shrink-0 text-muted`} />;
}
