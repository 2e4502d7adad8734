/** View state of the page Single Image to Video: the current version and the last order. The browser does not store it. */
import { createStore } from 'zustand/vanilla';
import type { Card } from '../cards.ts';

/** Id of a version that has no batch yet, because its order is still being sent. */
export const newVersion = 'new';

type SingleView = {
  /** The id of the version that the seller has chosen. If undefined, the newest version is shown. */
  shownId: string | undefined;
  /** The version of the last order: a new version, or the id of the batch that is repeated. */
  target: string;
  /** The card of the last order. */
  orderedCard: Card | undefined;
  /** Number of orders during this visit. After each order, the page scrolls to the results. */
  orderCount: number;
  /** The sound is off at first, because browsers start only silent videos automatically. The seller's choice applies to all versions. */
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
