import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';

/** A check on the picture of a result that the seller keeps. */
export function KeptMark({ item, className }: { item: Pick<BatchItem, 'kept'>; className: string }) {
  const { t } = useTranslation();
  if (item.kept !== true) return null;
  return (
    <span
      role="img"
      aria-label={t('review.kept')}
      title={t('review.kept')}
      className={`pointer-events-none absolute grid place-items-center rounded-full bg-[#8fcca9] text-[#10251a] ${className}`}
    >
      <Check aria-hidden strokeWidth={3.25} className="size-[65%]" />
    </span>
  );
}
