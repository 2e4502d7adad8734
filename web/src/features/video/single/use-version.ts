import { hasEnded } from '#shared/batch/batch.ts';
import { pendingKey } from '#web/features/batch/store/cancelling.ts';
import type { Card } from '../cards.ts';
import type { ShownVideo } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { cardOfVersion, isDelivered, itemOf } from './selectors.ts';
import { useSingle, useSingleView } from './use-single.ts';

export type VersionState = 'sending' | 'queued' | 'generating' | 'ready' | 'failed' | 'cancelled';

export type Version = {
  id: string;
  item: ShownVideo | undefined;
  /** The settings with which the version was ordered. */
  card: Card;
  state: VersionState;
  /** Whether the seller has cancelled the version and the version has not ended yet. */
  isCancelling: boolean;
};

/** Returns one version. The component renders again only when this version or the draft changes. */
export function useVersion(id: string): Version {
  const item = useSingle((state) => itemOf(state, id));
  const draft = useSingle((state) => state.draft);
  const orderedCard = useSingleView((view) => view.orderedCard);
  const target = useSingleView((view) => view.target);
  const isSending = useSingle(({ sending }) => sending !== undefined) && target === id;
  const isCancelRequested = useSingle(({ cancelling }) => item !== undefined && cancelling.has(pendingKey(id, item.itemId)));
  const state = isSending || !item ? 'sending' : isDelivered(item) ? 'ready' : (item.status as VersionState);
  return {
    id,
    item,
    card: item ? cardOfVersion(draft, item) : (orderedCard ?? cardOfSingle(draft)),
    state,
    isCancelling: isCancelRequested || (item?.isCancelling === true && !hasEnded(item.status)),
  };
}
