import type { TFunction } from 'i18next';
import type { OrderedKind } from '#shared/batch/batch.ts';

/** Returns the name of work that the seller has not named: '24 videos', '3 photo edits', 'Before/after'. */
export function workName(kind: OrderedKind | 'pipeline', count: number, t: TFunction): string {
  if (kind === 'pipeline') return t('nav.before_after');
  return kind === 'edit' ? t('nav.edits', { count }) : t(`bench.short.order_${kind}`, { count });
}
