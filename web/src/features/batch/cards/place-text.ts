import type { TFunction } from 'i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { roughTime } from '#web/lib/time.ts';

/**
 * Returns the text about the position of a waiting item. If the item waits for a vendor, the text shows its position among the items of all
 * sellers and the estimated wait. Otherwise, it shows its position in the batch.
 */
export function placeText(
  { line, queuePosition }: Pick<BatchItem, 'line' | 'queuePosition'>,
  t: TFunction,
  language: string,
): string | undefined {
  if (line?.isPaused || (line && line.seconds === undefined)) return t('batch.result.line_paused', { place: line.place });
  if (line?.seconds !== undefined) return t('batch.result.line', { place: line.place, time: roughTime(line.seconds * 1000, language) });
  return queuePosition === undefined ? undefined : t('batch.result.position', { position: queuePosition });
}
