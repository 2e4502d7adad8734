import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, LoaderCircle, RefreshCw } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewItem } from './review-item.ts';

type Props = {
  items: readonly ReviewItem[];
  index: number;
  /** Whether the summary after the last result is shown, so that no result is selected. */
  isAtEnd: boolean;
  isPhone: boolean;
  isStill: boolean;
  onShow: (index: number) => void;
  onStale: (key: string) => void;
};

/** Widths in CSS pixels, including the gap. */
const widths = { phone: 50, desktop: 46 };
const gap = 6;
const edges = { phone: 16, desktop: 20 };
const overscan = 8;
/** Maximum number of thumbnails for smooth scrolling. Over a longer distance, the strip jumps. */
const smoothScrollItemsMax = 30;
/** The size of the strip until it is measured, and in tests without a browser. */
const initialRect = { width: 1024, height: 80 };

export const filmHeight = 'h-24 max-tablet:h-18 [@media(height<30rem)]:hidden';

/** The thumbnails of all results. Only the thumbnails near the visible area are in the document. */
export function FilmStrip({ items, index, isAtEnd, isPhone, isStill, onShow, onStale }: Props) {
  // The library changes its result objects in place. The React Compiler does not detect such changes.
  'use no memo';
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const shownIndex = useRef<number>(undefined);
  const form = isPhone ? 'phone' : 'desktop';
  const width = widths[form] - gap;
  // oxlint-disable-next-line compiler/incompatible-library
  const strip = useVirtualizer({
    horizontal: true,
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => widths[form] - gap,
    gap,
    paddingStart: edges[form],
    paddingEnd: edges[form],
    scrollPaddingStart: edges[form],
    scrollPaddingEnd: edges[form],
    overscan,
    initialRect,
    getItemKey: (itemIndex) => items[itemIndex]?.key ?? itemIndex,
  });

  useEffect(() => {
    const previousIndex = shownIndex.current;
    shownIndex.current = index;
    const isSmooth = !isStill && previousIndex !== undefined && Math.abs(previousIndex - index) <= smoothScrollItemsMax;
    strip.scrollToIndex(index, { align: 'center', behavior: isSmooth ? 'smooth' : 'auto' });
  }, [strip, index, isStill]);

  return (
    <div
      ref={box}
      role="listbox"
      data-film
      data-click-focuses-stage
      aria-label={t('review.film')}
      aria-orientation="horizontal"
      aria-activedescendant={isAtEnd ? undefined : `${id}-${index}`}
      tabIndex={0}
      className={`scrollbar-none overflow-x-auto overflow-y-hidden overscroll-x-contain border-t border-on-media/12 -outline-offset-2 ${filmHeight}`}
    >
      <div role="presentation" className="relative mx-auto h-full max-tablet:mx-0" style={{ width: strip.getTotalSize() }}>
        {strip.getVirtualItems().map(({ index: itemIndex, key, start }) => {
          const item = items[itemIndex];
          return (
            item && (
              <Thumbnail
                key={key}
                id={`${id}-${itemIndex}`}
                item={item}
                position={{ number: itemIndex + 1, total: items.length }}
                isCurrent={itemIndex === index && !isAtEnd}
                style={{ width, transform: `translateX(${start}px)` }}
                onShow={() => onShow(itemIndex)}
                onStale={() => onStale(item.key)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type ThumbnailProps = {
  id: string;
  item: ReviewItem;
  position: { number: number; total: number };
  isCurrent: boolean;
  style: { width: number; transform: string };
  onShow: () => void;
  onStale: () => void;
};

function Thumbnail({ id, item, position, isCurrent, style, onShow, onStale }: ThumbnailProps) {
  const { t } = useTranslation();
  const { name, kept, isMarked, isRedoing } = item;
  const picture = item.poster ?? item.photo;
  const label = isRedoing
    ? t('review.thumb_redoing', { name })
    : isMarked
      ? t('review.thumb_redo', { name })
      : kept
        ? t('review.thumb_kept', { name })
        : name;
  const isDecided = kept || isMarked || isRedoing;
  const ring = isMarked ? 'after:absolute after:inset-0 after:rounded-sm after:ring-3 after:ring-brass-bright after:ring-inset' : '';
  return (
    <button
      type="button"
      role="option"
      id={id}
      aria-label={label}
      aria-selected={isCurrent}
      aria-posinset={position.number}
      aria-setsize={position.total}
      tabIndex={-1}
      onClick={onShow}
      style={style}
      className={`absolute top-3 left-0 h-17 overflow-hidden rounded-sm bg-on-media/10 max-tablet:top-2 max-tablet:h-14 ${isCurrent ? 'outline-2 outline-offset-2 outline-brass-bright' : isDecided ? 'opacity-85 hover:opacity-100' : 'opacity-60 hover:opacity-100'} ${ring}`}
    >
      {picture && <img src={picture} alt="" draggable={false} decoding="async" onError={onStale} className="size-full object-cover" />}
      {isRedoing || isMarked ? (
        <span className="absolute end-0.75 bottom-0.75 grid size-4.5 place-items-center rounded-full bg-brass-bright text-[#2a1d18]">
          {isRedoing ? (
            <LoaderCircle aria-hidden strokeWidth={2.75} className="size-3 motion-safe:animate-spin" />
          ) : (
            <RefreshCw aria-hidden strokeWidth={2.75} className="size-2.75" />
          )}
        </span>
      ) : (
        kept && (
          <span className="absolute end-0.75 bottom-0.75 grid size-4.5 place-items-center rounded-full bg-[#8fcca9] text-[#10251a]">
            <Check aria-hidden strokeWidth={3.25} className="size-3" />
          </span>
        )
      )}
    </button>
  );
}
