import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { useColumns } from './use-columns.ts';
import { openReview } from './view-store.ts';

/** Opens the review of all results. */
export function ReviewButton({ count }: { count: number }) {
  const { t } = useTranslation();
  const isPhone = useColumns() === 1;
  const label = t('bench.review', { count });
  return (
    <Button aria-label={label} onClick={() => openReview('first')} className={isPhone ? 'px-3.5!' : ''}>
      <Play aria-hidden className="size-4" />
      {!isPhone && label}
    </Button>
  );
}
