import type { TFunction } from 'i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistorySummary } from '#shared/history/api.ts';
import { workName } from './work-name.ts';

/** Number of file names in the name of a run. */
const filesNamedMax = 2;

type Named = Pick<HistorySummary, 'kind' | 'name' | 'file_names' | 'total_images'>;

/** Returns the name that the seller gave to the run, otherwise the first file names ('bag, shoe, +4 more'), otherwise '6 videos'. */
export function runName(kind: BatchKind, run: Named, language: string, t: TFunction): string {
  if (run.name) return run.name;
  const files = (run.file_names ?? []).slice(0, filesNamedMax);
  if (files.length === 0) return workName(run.kind ?? kind, run.total_images, t);
  const otherCount = run.total_images - files.length;
  const parts = otherCount > 0 ? [...files, t('history.more', { count: otherCount })] : files;
  return new Intl.ListFormat(language, { type: 'unit' }).format(parts);
}
