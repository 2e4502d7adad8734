import { useTranslation } from 'react-i18next';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { placementName } from '#web/features/marketplaces/placement-name.ts';
import { shopNames, shops } from '#web/features/marketplaces/placements.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

type Props = { chosen: ReadonlySet<string>; onToggle: (id: string, isChosen: boolean) => void };

/** All placements, grouped by marketplace. */
export function PlacementPicker({ chosen, onToggle }: Props) {
  const { t } = useTranslation();
  const nameOf = (placement: Placement) =>
    [placementName(placement, t), placement.region && t(`marketplaces.region.${placement.region}`)].filter(Boolean).join(' · ');
  return (
    <div className="grid gap-x-6 gap-y-3 tablet:grid-cols-2">
      {shops.map(({ shop, placements }) => (
        <fieldset key={shop} className="min-w-0">
          <legend className="font-semibold">{shopNames[shop]}</legend>
          <div className="grid justify-items-start">
            {placements.map((placement) => (
              <Checkbox
                key={placement.id}
                label={nameOf(placement)}
                checked={chosen.has(placement.id)}
                onChange={(isChosen) => onToggle(placement.id, isChosen)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
