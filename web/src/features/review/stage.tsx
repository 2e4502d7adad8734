import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sidesOf } from '#shared/video/ratio.ts';
import { Picture } from './picture.tsx';
import { Player } from './player.tsx';
import type { ReviewItem } from './review-item.ts';
import { useSwipe } from './use-swipe.ts';

type Props = {
  item: ReviewItem;
  previous: ReviewItem | undefined;
  next: ReviewItem | undefined;
  /** Whether the summary follows the last result. */
  hasEnd: boolean;
  moveBy: (steps: -1 | 1) => void;
  isLooping: boolean;
  compares: boolean;
  /** Whether the user prefers reduced motion. If true, videos do not start automatically, and there are no animations. */
  isStill: boolean;
  onStale: (key: string) => void;
};

/**
 * The display area (stage). It shows the current result and, darker, the previous and the next result. Only the posters of these two are
 * loaded.
 */
export function Stage({ item, previous, next, hasEnd, moveBy, isLooping, compares, isStill, onStale }: Props) {
  const [isMuted, setIsMuted] = useState(false);
  const { row, handlers } = useSwipe<HTMLDivElement>({
    hasPrevious: previous !== undefined,
    hasNext: next !== undefined || hasEnd,
    isStill,
    moveBy,
  });
  return (
    <div {...handlers} className="relative min-h-0 flex-1 touch-pan-y overflow-x-clip pb-5 max-tablet:pb-2">
      <div
        ref={row}
        className="group/row grid size-full grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-8 [container-type:size] max-tablet:gap-4"
      >
        <Neighbour side="previous" item={previous} isPossible={previous !== undefined} onShow={() => moveBy(-1)} onStale={onStale} />
        <Frame key={item.key} ratio={item.ratio}>
          {(size, setSize) =>
            item.kind === 'video' ? (
              <Player
                item={item}
                isLooping={isLooping}
                isMuted={isMuted}
                onMuted={setIsMuted}
                starts={!isStill}
                onSize={setSize}
                onStale={() => onStale(item.key)}
              />
            ) : (
              <Picture item={item} compares={compares} size={size} onSize={setSize} onStale={() => onStale(item.key)} />
            )
          }
        </Frame>
        <Neighbour side="next" item={next} isPossible={next !== undefined || hasEnd} onShow={() => moveBy(1)} onStale={onStale} />
      </div>
    </div>
  );
}

type Size = { width: number; height: number };

/** Returns a size with this ratio. If the text is not a ratio, returns a square. */
const sizeOf = (ratio: string): Size => {
  const { width, height } = sidesOf(ratio);
  return width > 0 && height > 0 ? { width, height } : { width: 1, height: 1 };
};
const ratioStyle = ({ width, height }: Size) => ({ '--ratio': width / height }) as CSSProperties;

type FrameProps = { ratio: string; children: (size: Size, setSize: (size: Size) => void) => ReactNode };

/** A frame that is as large as possible. When the real size of the picture or video is known, the frame gets the same ratio. */
function Frame({ ratio, children }: FrameProps) {
  const [measuredSize, setMeasuredSize] = useState<Size>();
  const size = measuredSize ?? sizeOf(ratio);
  return (
    <div
      style={ratioStyle(size)}
      className="relative col-start-2 aspect-(--ratio) w-[min(100cqw-10rem,100cqh*var(--ratio))] overflow-hidden rounded-lg shadow-[0_0_0_1px_rgb(255_240_220/0.16),0_0_120px_-20px_rgb(217_179_108/0.45)] transition-opacity duration-200 starting:opacity-40 max-tablet:w-[min(100cqw-2rem,100cqh*var(--ratio))]"
    >
      {children(size, setMeasuredSize)}
    </div>
  );
}

type NeighbourProps = {
  side: 'previous' | 'next';
  item: ReviewItem | undefined;
  /** Whether the arrow has an effect. After the last item, it can show the summary. */
  isPossible: boolean;
  onShow: () => void;
  onStale: (key: string) => void;
};

const sides = {
  previous: { place: 'justify-end', arrow: 'start-[clamp(0px,(100%-3rem)/2,1rem)]', Icon: ChevronLeft },
  next: { place: 'justify-start', arrow: 'end-[clamp(0px,(100%-3rem)/2,1rem)]', Icon: ChevronRight },
};

/** The poster of the previous or next result, and the arrow that shows it. On phones, the poster is visible only during a swipe. */
function Neighbour({ side, item, isPossible, onShow, onStale }: NeighbourProps) {
  const { t } = useTranslation();
  const { place, arrow, Icon } = sides[side];
  const picture = item?.poster ?? item?.photo;
  return (
    <button
      type="button"
      aria-label={t(`review.${side}`)}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onShow()}
      className={`group/side relative row-start-1 flex h-full items-center outline-none ${side === 'next' ? 'col-start-3' : ''} ${place} max-tablet:pointer-events-none tablet:overflow-hidden`}
    >
      {item && (
        <span
          data-neighbour={side}
          style={ratioStyle(sizeOf(item.ratio))}
          className="block aspect-(--ratio) w-[min((100cqw-10rem)*0.74,74cqh*var(--ratio))] shrink-0 overflow-hidden rounded-lg bg-on-media/5 opacity-40 transition-opacity duration-200 group-hover/side:opacity-65 max-tablet:w-[min(100cqw-2rem,100cqh*var(--ratio))] max-tablet:opacity-0 max-tablet:group-data-dragging/row:opacity-40"
        >
          {picture && <img src={picture} alt="" onError={() => onStale(item.key)} className="size-full object-cover" />}
        </span>
      )}
      <span
        className={`absolute ${arrow} grid size-12 place-items-center rounded-full bg-[#3a2a22]/80 text-on-media transition-colors group-hover/side:bg-[#5a463a] group-focus-visible/side:outline-2 group-focus-visible/side:outline-offset-2 group-focus-visible/side:outline-brass-bright group-aria-disabled/side:opacity-30 max-tablet:hidden`}
      >
        <Icon aria-hidden className="size-5" />
      </span>
    </button>
  );
}
