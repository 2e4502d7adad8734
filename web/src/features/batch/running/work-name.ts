import type { TFunction } from 'i18next';
import type { OrderedKind } from '#shared/batch/batch.ts';

/** Returns the name of the seller. Without it, returns a name such as '24 videos', '3 photo edits' or 'Before/after'. */
export function workName(kind: OrderedKind | 'pipeline', count: number, t: TFunction): string {
  if (kind === 'pipeline') return t('nav.before_after');
  return kind === 'edit' ? t('nav.edits', { count }) : t(`bench.short.order_${kind}`, { count });
}
