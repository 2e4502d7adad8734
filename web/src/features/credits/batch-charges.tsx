import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { batchQuery } from '#web/features/batch/calls/get-batch.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';

const pictureOf = (item: BatchItem): string | undefined =>
  'posterUrl' in item ? item.posterUrl : 'thumbnailUrl' in item ? (item.thumbnailUrl ?? item.photoUrl) : item.photoUrl;

/** The items of a batch with their charges. The list also contains items that were not delivered, because the seller may look for them. */
export function BatchCharges({ batchId }: { batchId: string }) {
  const { t } = useTranslation();
  const batch = useQuery(batchQuery(batchId, true));
  if (batch.isPending) return <Loading label={t('common.loading')} className="py-4" />;
  if (!batch.data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 py-2">
        {t('transactions.items_failed')}
        <Button size="small" onClick={() => void batch.refetch()}>
          {t('common.try_again')}
        </Button>
      </p>
    );
  return (
    <ul aria-label={t('transactions.items')} className="divide-y divide-line">
      {batch.data.items.map((item) => (
        <li key={item.itemId} className="flex items-center gap-3 py-2">
          <span className="h-10 w-8 shrink-0 overflow-hidden rounded-sm bg-wall">
            {pictureOf(item) && <img src={pictureOf(item)} alt="" loading="lazy" decoding="async" className="size-full object-cover" />}
          </span>
          <span className="min-w-0 flex-1 truncate" title={item.title}>
            {item.title}
            {item.status === 'failed' && <span className="text-danger"> · {t('state.failed')}</span>}
            {item.status === 'cancelled' && <span className="text-muted"> · {t('state.cancelled')}</span>}
          </span>
          <span className={item.charged > 0 ? 'font-semibold whitespace-nowrap' : 'text-muted whitespace-nowrap'}>
            {item.charged > 0 ? `−${dollarsFromApi(item.charged)}` : t('batch.result.not_charged')}
          </span>
        </li>
      ))}
    </ul>
  );
}
