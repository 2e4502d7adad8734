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

/** All versions in one row of five columns, the newest first (docs/spec.md 6.3). More versions scroll sideways. */
export function VersionStrip({ ids, shownId, isWide }: Props) {
  const { t } = useTranslation();
  return (
    <div
      className={`min-w-0 @min-[35rem]:px-5 ${isWide ? '@min-[35rem]:pt-5 low:pt-4' : '@min-[35rem]:col-start-2 @min-[35rem]:row-start-3 @min-[35rem]:pt-2 @min-[35rem]:pb-5 low:pb-4'}`}
    >
      <ul
        aria-label={t('single.versions')}
        className="grid snap-x auto-cols-[4.25rem] grid-flow-col content-start justify-start gap-2 overflow-x-auto px-4 pt-3 pb-1 @min-[35rem]:-m-1.5 @min-[35rem]:auto-cols-[calc((100%-2rem)/5)] @min-[35rem]:p-1.5 @min-[35rem]:[scrollbar-width:thin]"
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
