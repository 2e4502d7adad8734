import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { elapsedTime } from '#web/lib/time.ts';

/** The elapsed time of an item. A separate component, because it renders every second. */
export function Elapsed({ startedAt }: { startedAt: string }) {
  const { t } = useTranslation();
  const passedMs = useServerNow() - Date.parse(startedAt);
  return (
    <>
      <span className="sr-only">{t('batch.result.elapsed')} </span>
      {elapsedTime(passedMs)}
    </>
  );
}
