/** View state of the page Single Image to Video: the shown version and the last order. The browser does not store it. */
import { createStore } from 'zustand/vanilla';
import type { Card } from '../cards.ts';

/** Id of a version that has no batch yet, because its order is still being sent. */
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
  /** At first, the sound is off, because browsers automatically start only silent videos. The seller's choice applies to all versions. */
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
