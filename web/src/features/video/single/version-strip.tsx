import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLocked } from '#web/features/batch/store/core.ts';
import { dollars } from '#web/lib/money.ts';
import { scrollInside } from '#web/ui/scroll-inside.ts';
import { videoOrderRules } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { orderNewVersion } from './orders.ts';
import { numberOf } from './selectors.ts';
import { useSingle } from './use-single.ts';
import { VersionTile } from './version-tile.tsx';

type Props = {
  ids: readonly string[];
  /** The version that is shown large. */
  shownId?: string;
  /** Whether the large picture is wider than high. */
  isWide: boolean;
};

/** Classes for phones: the row of versions is beside a high picture, and below a wide picture. */
const phoneClasses = {
  high: {
    box: '@max-[35rem]:w-21',
    list: '@max-[35rem]:absolute @max-[35rem]:inset-0 @max-[35rem]:overflow-y-auto',
  },
  wide: {
    box: '@max-[35rem]:col-span-2',
    list: '@max-[35rem]:auto-cols-[4.25rem] @max-[35rem]:grid-flow-col @max-[35rem]:justify-start @max-[35rem]:overflow-x-auto @max-[35rem]:px-4 @max-[35rem]:pt-3',
  },
};

/** All versions, the newest first, in one row of five columns (docs/spec.md 6.3). More versions scroll sideways. */
export function VersionStrip({ ids, shownId, isWide }: Props) {
  const { t } = useTranslation();
  const { box, list } = phoneClasses[isWide ? 'wide' : 'high'];
  return (
    <div
      className={`relative min-w-0 @min-[35rem]:px-5 ${isWide ? '@min-[35rem]:pt-5 low:pt-4' : '@min-[35rem]:col-start-2 @min-[35rem]:row-start-3 @min-[35rem]:pt-2 @min-[35rem]:pb-5 low:pb-4'} ${box}`}
    >
      <ul
        aria-label={t('single.versions')}
        className={`grid content-start gap-2 p-2 @min-[35rem]:-m-1.5 @min-[35rem]:snap-x @min-[35rem]:grid-flow-col @min-[35rem]:auto-cols-[calc((100%-2rem)/5)] @min-[35rem]:overflow-x-auto @min-[35rem]:p-1.5 @min-[35rem]:[scrollbar-width:thin] ${list}`}
      >
        {ids.map((id) => (
          // With the arrow keys, the seller can select a version that is outside the visible part of the row.
          <li key={id} ref={id === shownId ? scrollIntoStrip : null} className="snap-start scroll-m-1.5">
            <VersionTile id={id} number={numberOf(ids, id)} isShown={id === shownId} />
          </li>
        ))}
        <NewVersionTile />
      </ul>
    </div>
  );
}

const scrollIntoStrip = (tile: HTMLElement | null): void => scrollInside(tile?.closest('ul'), tile);

/** Orders another version with the settings of the card. */
function NewVersionTile() {
  const { t } = useTranslation();
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  const locked = useSingle(isLocked);
  if (!videoOrderRules.isEligible(card)) return null;
  return (
    <li>
      <button
        type="button"
        aria-disabled={locked}
        onClick={() => !locked && orderNewVersion()}
        className="group w-full text-xs text-muted not-aria-disabled:hover:text-ink aria-disabled:opacity-50"
      >
        <span className="grid aspect-9/16 low:aspect-3/4 place-items-center rounded-sm border border-dashed border-line-strong transition-colors group-not-aria-disabled:group-hover:border-ink group-not-aria-disabled:group-hover:bg-sand">
          <Plus aria-hidden className="size-5" />
        </span>
        <span className="money -mx-2 mt-1.5 block leading-tight">
          {t('single.again', { price: dollars(videoOrderRules.quote([card])) })}
        </span>
      </button>
    </li>
  );
}
