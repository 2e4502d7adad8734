import { Clapperboard, Images } from 'lucide-react';
import type { BatchKind } from '#shared/batch/batch.ts';

const icons = { video: Clapperboard, image: Images };

/** The sign of what is made. It stands beside words that say so. */
export function KindIcon({ kind, className }: { kind: BatchKind; className: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={className} />;
}
