import { useTranslation } from 'react-i18next';
import { scrollInside } from '#web/ui/scroll-inside.ts';
import { numberOf } from './selectors.ts';
import { VersionTile } from './version-tile.tsx';

type Props = {
  ids: readonly string[];
  /** The version that is shown large. */
  shownId?: string;
  /** Whether the large picture is wider than high. */
  isWide: boolean;
};

/** Classes for phones. The row of versions is beside a high picture, and below a wide picture. */
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

/** All versions in one row of five columns, the newest first (docs/spec.md 6.3). More versions scroll sideways. */
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
          // The arrow keys can select a version outside the visible part of the row, so the row scrolls.
          <li key={id} ref={id === shownId ? scrollIntoStrip : null} className="snap-start scroll-m-1.5">
            <VersionTile id={id} number={numberOf(ids, id)} isShown={id === shownId} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const scrollIntoStrip = (tile: HTMLElement | null): void => scrollInside(tile?.closest('ul'), tile);
