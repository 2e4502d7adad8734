import { Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { resultsPerDownloadMax } from '#shared/download/api.ts';
import type { OrderResponse } from '#shared/order/api.ts';
import { resultsPerPackageMax } from '#shared/package/api.ts';
import { useBatches } from '#web/features/batch/calls/use-batches.ts';
import { downloadsOf, resultsOf } from '#web/features/batch/cards/downloads.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import type { PackedResult } from '#web/features/package/planned-packages.ts';
import { usePackage } from '#web/features/package/use-package.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';

type Finished = Pick<BatchItem, 'title' | 'sku' | 'completedAt' | 'downloadUrl'>;

/** Pause between single downloads, so that the browser saves all of them. */
const spacingMs = 500;

const chunksOf = <Value,>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));

/**
 * Saves the results of all batches of an order. An archive contains up to 200 results, and a package for a marketplace contains up to 500
 * results. The batches are read only when this part is visible.
 */
export function OrderResults({ order: { kind, batchIds } }: { order: OrderResponse }) {
  const { t } = useTranslation();
  const batches = useBatches(batchIds);
  if (batches.length < batchIds.length) return <Loading label={t('common.loading')} className="py-4" />;
  const byId = new Map(batches.map((batch) => [batch.batchId, batch]));
  const items = batchIds.flatMap((batchId): Finished[] => byId.get(batchId)?.items ?? []);
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {chunksOf(downloadsOf(kind, items), resultsPerDownloadMax).map((files) => (
        <DownloadAll key={files[0]?.url} files={files} archive={`${kind}s`} spacingMs={spacingMs} size="small" />
      ))}
      {chunksOf(resultsOf(items), resultsPerPackageMax).map((results, index) => (
        <PackageButton key={results[0]?.url} kind={kind} results={results} number={index + 1} />
      ))}
    </div>
  );
}

function PackageButton({ kind, results, number }: { kind: OrderResponse['kind']; results: readonly PackedResult[]; number: number }) {
  const packaging = usePackage(kind, results);
  return (
    <>
      <Button size="small" onClick={packaging.open}>
        <Package aria-hidden className="size-4" />
        {number === 1 ? packaging.label : `${packaging.label} ${number}`}
      </Button>
      {packaging.dialog}
    </>
  );
}
