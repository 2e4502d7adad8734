import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { PlacementPicker, placementLabel } from '#web/features/marketplaces/placement-picker.tsx';
import { shopNames } from '#web/features/marketplaces/placements.ts';

type Props = {
  placements: readonly Placement[];
  chosen: ReadonlySet<PlacementId>;
  onToggle: (id: PlacementId, isChosen: boolean) => void;
  /** Whether the check boxes are hidden until the user opens them. On phones, they are always hidden at first, because the list is long. */
  isFolded: boolean;
  isOver: boolean;
  /** A button at the end of the line. */
  action: ReactNode;
};

/** The placements whose rules are compared with the files. */
export function PlacesPanel({ placements, chosen, onToggle, isFolded, isOver, action }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isHiddenOnPhone = !isOpen && !isFolded;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`min-w-0 rounded-lg border shadow-card transition-colors ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line bg-surface'}`}
    >
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2.5 ${isFolded ? 'p-3' : 'p-4 tablet:px-5 tablet:pt-5 tablet:pb-0'}`}>
        <h2 id={`${id}-title`} className={`text-2xl font-semibold ${isFolded ? 'sr-only' : 'max-tablet:sr-only'}`}>
          {t('marketplaces.shops')}
        </h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-places`}
          onClick={() => setOpen(!isOpen)}
          className={`inline-flex min-h-11 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold transition-colors hover:bg-sand max-tablet:w-full max-tablet:justify-between ${isFolded ? '' : 'tablet:hidden'}`}
        >
          <span>
            {t('marketplaces.shops')} <span className="money ms-1 font-normal text-muted">{chosen.size}</span>
          </span>
          <ChevronDown aria-hidden className={`size-4 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        <ChosenPlacements placements={placements} className={isFolded ? 'max-tablet:hidden' : 'tablet:hidden'} />
        {action}
      </div>
      <div
        id={`${id}-places`}
        className={`p-4 pt-1 tablet:p-5 ${isFolded ? `border-t border-line tablet:pt-4 ${isOpen ? '' : 'hidden'}` : 'tablet:pt-4'} ${isHiddenOnPhone ? 'max-tablet:hidden' : ''}`}
      >
        <PlacementPicker chosen={chosen} onToggle={onToggle} columns="tablet:grid-cols-2 xl:grid-cols-3" />
      </div>
    </section>
  );
}

/** The names of the chosen placements. */
function ChosenPlacements({ placements, className }: { placements: readonly Placement[]; className: string }) {
  const { t } = useTranslation();
  return (
    <ul className={`flex min-w-0 flex-1 flex-wrap gap-1.5 ${className}`}>
      {placements.map((placement) => (
        <li key={placement.id} className="rounded-full bg-sand px-3 py-1 text-sm">
          <b className="font-semibold">{shopNames[placement.shop]}</b> {placementLabel(placement, t)}
        </li>
      ))}
    </ul>
  );
}
