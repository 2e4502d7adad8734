import { Clapperboard, Images } from 'lucide-react';
import type { BatchKind } from '#shared/batch/batch.ts';

const icons = { video: Clapperboard, image: Images };

/** The icon of a kind of result. It is hidden from screen readers, because the text beside it already names the kind. */
export function KindIcon({ kind, className }: { kind: BatchKind; className: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className={className} />;
}
