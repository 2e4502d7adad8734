import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { placementName } from './placement-name.ts';
import { shopNames, shops } from './placements.ts';

/** The name of a placement within its marketplace, with its region. */
export const placementLabel = (placement: Placement, t: TFunction): string =>
  [placementName(placement, t), placement.region && t(`marketplaces.region.${placement.region}`)].filter(Boolean).join(' · ');

type Props = {
  /** If undefined, the list contains the placements for videos and for images. */
  kind?: Placement['kind'];
  chosen: ReadonlySet<PlacementId>;
  onToggle: (id: PlacementId, isChosen: boolean) => void;
  /** Classes for the number of columns. */
  columns?: string;
};

/** Check boxes for the placements, grouped by marketplace. */
export function PlacementPicker({ kind, chosen, onToggle, columns = 'tablet:grid-cols-2' }: Props) {
  const { t } = useTranslation();
  const groups = shops
    .map(({ shop, placements }) => ({ shop, placements: placements.filter((placement) => !kind || placement.kind === kind) }))
    .filter(({ placements }) => placements.length > 0);
  return (
    <div className={`grid gap-x-6 gap-y-3 ${columns}`}>
      {groups.map(({ shop, placements }) => (
        <fieldset key={shop} className="min-w-0">
          <legend className="font-semibold">{shopNames[shop]}</legend>
          <div className="grid justify-items-start">
            {placements.map((placement) => (
              <Checkbox
                key={placement.id}
                label={placementLabel(placement, t)}
                checked={chosen.has(placement.id as PlacementId)}
                onChange={(isChosen) => onToggle(placement.id as PlacementId, isChosen)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
