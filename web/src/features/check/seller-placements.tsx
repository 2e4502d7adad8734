import { useEffect, useEffectEvent } from 'react';
import { useSellerMarketplaces } from '#web/features/marketplaces/seller-marketplaces.ts';
import { WithQueries } from '#web/lib/with-queries.tsx';

type Props = { onLoad: (placements: readonly string[]) => void };

/** Reads the placements of the seller's account. It loads the query client, so visitors do not load it. */
export const SellerPlacements = ({ onLoad }: Props) => (
  <WithQueries>
    <ReadPlacements onLoad={onLoad} />
  </WithQueries>
);

function ReadPlacements({ onLoad }: Props) {
  const { placements } = useSellerMarketplaces();
  const report = useEffectEvent(onLoad);
  useEffect(() => {
    if (placements.length > 0) report(placements);
  }, [placements]);
  return null;
}
