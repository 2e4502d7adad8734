/** The view of the page Single Image to Video: the shown version and the last order. The view is not stored. */
import { createStore } from 'zustand/vanilla';
import type { Card } from '../cards.ts';

/** Id of the version whose order is being sent, before it has a batch. */
export const newVersion = 'new';

type SingleView = {
  /** The id of the version that the seller has chosen. Undefined means the newest version. */
  shownId: string | undefined;
  /** The version that the last order makes: a new version, or the id of the batch that is repeated. */
  target: string;
  /** The card of the last order. */
  orderedCard: Card | undefined;
  /** Number of orders of this visit. After each order, the page scrolls to the results. */
  orderCount: number;
  /** At first, the sound is off, because browsers start only silent videos. The choice applies to all versions. */
  isMuted: boolean;
};

export const singleView = createStore<SingleView>(() => ({
  shownId: undefined,
  target: newVersion,
  orderedCard: undefined,
  orderCount: 0,
  isMuted: true,
}));

export const showVersion = (shownId: string | undefined): void => singleView.setState({ shownId });
