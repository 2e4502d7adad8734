import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLocked } from '#web/features/batch/store/core.ts';
import { dollars } from '#web/lib/money.ts';
import { videoOrderRules } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { orderNewVersion } from './orders.ts';
import { numberOf } from './selectors.ts';
import { useSingle } from './use-single.ts';
import { VersionTile } from './version-tile.tsx';

type Props = {
  ids: readonly string[];
  shownId: string;
  /** Whether the large picture is wider than high. */
  isWide: boolean;
};

/** Classes for phones: the strip is beside a high picture and below a wide picture. */
const phoneClasses = {
  high: {
    box: '@max-[40rem]:w-21',
    list: '@max-[40rem]:absolute @max-[40rem]:inset-0 @max-[40rem]:overflow-y-auto',
  },
  wide: {
    box: '@max-[40rem]:col-span-2',
    list: '@max-[40rem]:auto-cols-[4.25rem] @max-[40rem]:grid-flow-col @max-[40rem]:justify-start @max-[40rem]:overflow-x-auto @max-[40rem]:px-4 @max-[40rem]:pt-3',
  },
};

/** All versions, the newest first, in rows of five (docs/spec.md 6.3). */
export function VersionStrip({ ids, shownId, isWide }: Props) {
  const { t } = useTranslation();
  const { box, list } = phoneClasses[isWide ? 'wide' : 'high'];
  return (
    <div className={`relative min-w-0 @min-[40rem]:px-5 @min-[40rem]:pb-5 ${isWide ? '@min-[40rem]:pt-5' : '@min-[40rem]:pt-1'} ${box}`}>
      <ul aria-label={t('single.versions')} className={`grid content-start gap-2 p-2 @min-[40rem]:grid-cols-5 @min-[40rem]:p-0 ${list}`}>
        {ids.map((id) => (
          <li key={id}>
            <VersionTile id={id} number={numberOf(ids, id)} isShown={id === shownId} />
          </li>
        ))}
        <NewVersionTile />
      </ul>
    </div>
  );
}

/** Orders one more version with the settings of the card. */
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
        className="group w-full text-xs text-muted not-aria-disabled:hover:text-ink"
      >
        <span className="grid aspect-9/16 place-items-center rounded-sm border border-dashed border-line-strong transition-colors group-not-aria-disabled:group-hover:border-ink group-not-aria-disabled:group-hover:bg-sand">
          <Plus aria-hidden className="size-5" />
        </span>
        <span className="money mt-1 block">{t('single.again', { price: dollars(videoOrderRules.quote([card])) })}</span>
      </button>
    </li>
  );
}
