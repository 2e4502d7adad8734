import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import FinishDialog from '#web/features/finish/finish-dialog.tsx';
import { WithQueries } from '#web/lib/with-queries.tsx';

type Props = { kind: 'video' | 'image'; result: string; placement: PlacementId; onClose: () => void };

/** The dialog that makes a file for one placement, on a page that does not load the query client otherwise. */
export const FinishResult = ({ kind, result, placement, onClose }: Props) => (
  <WithQueries>
    <FinishDialog kind={kind} results={[result]} placements={[placement]} onClose={onClose} />
  </WithQueries>
);
