import { useTranslation } from 'react-i18next';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { useFinish } from '#web/features/finish/use-finish.tsx';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { chipReason } from './chip-reason.ts';
import { readinessSentences } from './readiness-sentences.ts';
import { useReadiness } from './readiness-store.ts';
import type { ShopReadiness } from './shop-readiness.ts';
import { StateIcon } from './state-icon.tsx';
import { stateText } from './state-text.ts';

type Props = {
  probe: Probe | undefined;
  /** URL of the result. Without it, no file can be made from the result, so a chip is not a button. */
  result: string | undefined;
  /** Name of the result, for screen readers. */
  title: string;
  /** Chips without space are hidden in a card with a fixed height. The review lists all marketplaces. */
  isOneLine?: boolean;
  /** Whether the chips are on the dark display area (stage), which is dark in both themes. */
  isOnStage?: boolean;
  className?: string;
};

/** One chip for each chosen marketplace. If the marketplace refuses the result, the chip opens the dialog that makes a file for it. */
export function ReadinessChips({ probe, result, title, isOneLine = false, isOnStage = false, className = '' }: Props) {
  const shops = useReadiness(probe);
  if (shops.length === 0) return null;
  return (
    // The padding keeps the outline of a focused chip visible.
    <ul
      data-readiness
      className={`-m-1 flex min-w-0 shrink-0 items-center gap-x-1.5 gap-y-1 p-1 ${isOneLine ? 'overflow-hidden mask-r-from-85%' : 'flex-wrap'} ${className}`}
    >
      {shops.map((shop) => (
        <li key={shop.shop} className={isOneLine ? 'shrink-0' : 'min-w-0'}>
          <ShopChip shop={shop} result={result} title={title} isOnStage={isOnStage} hasReason={!isOneLine} />
        </li>
      ))}
    </ul>
  );
}

const chipClass = 'inline-flex min-h-6 max-w-full items-center gap-1 rounded-full px-2 py-0.5 text-xs leading-tight';

type ChipProps = Pick<Props, 'result' | 'title'> & {
  shop: ShopReadiness;
  isOnStage: boolean;
  /** Whether the chip names the property that the marketplace refuses. */
  hasReason: boolean;
};

function ShopChip({ shop, result, title, isOnStage, hasReason }: ChipProps) {
  const { t } = useTranslation();
  const { name, state, placements, unreadyIds } = shop;
  const kind = placements[0]?.placement.kind ?? 'video';
  const finish = useFinish(kind, result === undefined ? [] : [result], unreadyIds);
  const refusal = placements.find((one) => one.state === 'notReady')?.rules[0];
  const looks = isOnStage ? stageLooks : surfaceLooks;
  const language = pageLanguage();
  const reason = readinessSentences(t, shop, language).join(' ');
  if (state !== 'notReady' || result === undefined)
    return (
      <span title={reason || undefined} className={`${chipClass} ${looks[state]}`}>
        <StateIcon state={state} className={iconClass(isOnStage)} />
        <span className="truncate">
          <span className="sr-only">{`${stateText(t, state, name)}: `}</span>
          {name}
          {reason && <span className="sr-only">{` ${reason}`}</span>}
        </span>
      </span>
    );
  // Only the stage has space for the limit. The accessible name contains this text, so that speech input finds the button.
  const visibleText =
    hasReason && refusal && `${name} · ${isOnStage ? chipReason(t, refusal, language) : t(`marketplaces.field.${refusal.field}`)}`;
  return (
    <>
      <button
        type="button"
        title={reason}
        aria-label={[`${stateText(t, state, name)}: ${title}.`, visibleText && `${visibleText}.`, reason, t('check.fix')]
          .filter(Boolean)
          .join(' ')}
        onClick={finish.open}
        className="group inline-flex max-w-full items-center rounded-full touch:min-h-11"
      >
        {/* On touch screens, the button is higher than the visible chip. */}
        <span className={`${chipClass} ${looks.notReady} touch:min-h-7`}>
          <StateIcon state={state} className={iconClass(isOnStage)} />
          <span className="truncate">{visibleText || name}</span>
        </span>
      </button>
      {finish.dialog}
    </>
  );
}

/** On the stage, an icon has the colour of the text, because the colours of the theme have too little contrast there. */
const iconClass = (isOnStage: boolean): string => `size-3.5 ${isOnStage ? 'text-current!' : ''}`;

const surfaceLooks = {
  ready: 'text-muted',
  unknown: 'text-muted',
  notReady: 'border border-danger/50 bg-danger-soft font-semibold text-danger transition-colors group-hover:border-danger',
};

const stageLooks = {
  ready: 'text-[#8fcca9]',
  unknown: 'text-on-bench-muted',
  notReady: 'border border-[#f2a27c]/60 bg-media/50 font-semibold text-[#f2a27c] transition-colors group-hover:border-[#f2a27c]',
};
