import { useTranslation } from 'react-i18next';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import { liveSpacingMs } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { decisionsText } from './decisions-text.ts';
import { RedoOrderButton } from './redo-order-button.tsx';
import type { RedoOrder, ReviewItem } from './review-item.ts';

type Props = {
  items: readonly ReviewItem[];
  redoOrder: RedoOrder | undefined;
  onBack: () => void;
  onClose: () => void;
};

/** The summary after the last result: the numbers of kept and marked results, and the next steps. */
export function ReviewEnd({ items, redoOrder, onBack, onClose }: Props) {
  const { t } = useTranslation();
  const keptFiles = items.flatMap(({ kept, downloadUrl, fileName }) => (kept && downloadUrl ? [{ name: fileName, url: downloadUrl }] : []));
  const hasOrder = redoOrder !== undefined && redoOrder.count > 0;
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
      <section aria-label={t('review.end')} className="w-full max-w-md rounded-lg bg-surface p-6 text-ink shadow-float">
        <h3 className="font-display text-2xl leading-tight font-semibold tracking-[-0.015em]">
          {t('review.end_title', { count: items.length })}
        </h3>
        <p className="money mt-1.5 text-muted">{decisionsText(items, t) || t('review.end_none')}</p>
        <div className="mt-5 grid gap-2.5">
          {redoOrder && <RedoOrderButton order={redoOrder} className="empty:hidden" />}
          {keptFiles.length > 0 && (
            <DownloadAll
              files={keptFiles}
              archive={items[0]?.kind === 'video' ? 'videos' : 'images'}
              spacingMs={liveSpacingMs}
              kind={hasOrder ? 'secondary' : 'primary'}
              label={t('download.kept', { count: keptFiles.length })}
            />
          )}
          <div className="flex gap-2.5">
            <Button onClick={onBack} className="grow">
              {t('review.end_back')}
            </Button>
            <Button onClick={onClose} className="grow">
              {t('review.close')}
            </Button>
          </div>
        </div>
      </section>
    </div>
  );
}
