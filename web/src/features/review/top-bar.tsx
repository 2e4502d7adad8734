import { Columns2, Repeat, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { decisionsText } from './decisions-text.ts';
import { FullScreenButton } from './full-screen-button.tsx';
import type { ReviewItem } from './review-item.ts';
import { StageButton } from './stage-button.tsx';

type Props = {
  items: readonly ReviewItem[];
  index: number;
  isAtEnd: boolean;
  /** The element that is shown in full-screen mode. */
  stage: RefObject<HTMLElement | null>;
  isLooping: boolean;
  onLooping: (isLooping: boolean) => void;
  compares: boolean;
  onCompares: (compares: boolean) => void;
  onClose: () => void;
};

/** The position of the current item in the list, the number of decisions, and the buttons above the display area. */
export function TopBar({ items, index, isAtEnd, stage, isLooping, onLooping, compares, onCompares, onClose }: Props) {
  const { t } = useTranslation();
  const item = isAtEnd ? undefined : items[index];
  return (
    <div className="relative z-10 flex h-16 shrink-0 items-center gap-1 px-3 max-tablet:h-14 max-tablet:px-1">
      <StageButton label={t('review.close')} onClick={onClose}>
        <X aria-hidden className="size-5" />
      </StageButton>
      <p className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-4 ps-2 max-tablet:gap-x-2 max-tablet:ps-1">
        <span role="status" className="money font-semibold whitespace-nowrap">
          {isAtEnd ? t('review.end') : t('review.counter', { number: index + 1, count: items.length })}
          <span className="sr-only"> {item?.name}</span>
        </span>
        {!isAtEnd && <span className="money truncate text-on-bench-muted max-tablet:text-sm">{decisionsText(items, t)}</span>}
      </p>
      {item?.kind === 'image' && item.photo && (
        <StageButton label={t('review.compare')} title={t('review.compare')} aria-pressed={compares} onClick={() => onCompares(!compares)}>
          <Columns2 aria-hidden className="size-5" />
        </StageButton>
      )}
      {item?.kind === 'video' && (
        <StageButton label={t('review.loop')} title={t('review.loop')} aria-pressed={isLooping} onClick={() => onLooping(!isLooping)}>
          <Repeat aria-hidden className="size-5" />
        </StageButton>
      )}
      <FullScreenButton stage={stage} />
    </div>
  );
}
