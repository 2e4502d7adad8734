import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import type { ReviewItem } from './review-item.ts';

/** The message over a video or a picture that did not load. */
export function MediaFailed({ kind, onRetry }: { kind: ReviewItem['kind']; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-media/80 p-6 text-center">
      <p>{t(`review.failed_${kind}`)}</p>
      <Button size="small" kind="bench" className="border border-bench-line" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
    </div>
  );
}
