import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRunning } from '#web/features/batch/store/core.ts';
import { useSingle } from './use-single.ts';

/** A note that the work continues after the page is closed, or that its state is unknown (docs/spec.md 6.3). */
export function RunNote({ className }: { className: string }) {
  const { t } = useTranslation();
  const isRetrying = useSingle((state) => state.isRetrying);
  const isMakingVideo = useSingle((state) => state.draft.tab === 'results' && isRunning(state));
  if (!isRetrying && !isMakingVideo) return null;
  if (!isRetrying)
    return (
      <div className={className}>
        <p className="text-sm leading-tight text-pretty text-brass">{t('single.generating_banner')}</p>
      </div>
    );
  return (
    <div className={className}>
      <p
        role="status"
        className="flex w-fit items-center gap-2 rounded-md bg-brass-soft px-3 py-1.5 text-sm leading-tight text-pretty text-brass low:py-1 low:text-xs low:leading-tight"
      >
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {t('batch.struggling')}
      </p>
    </div>
  );
}
