/** What the seller looks at on the page Single Image to Video. It is not stored. */
import { createStore } from 'zustand/vanilla';
import type { Card } from '../cards.ts';

/** Id of the version whose order is being sent, before it has a batch. */
export const newVersion = 'new';

type SingleView = {
  /** The version that the seller chose; undefined: the newest one. */
  shownId: string | undefined;
  /** The version that the last order makes: a new one, or the batch that is made again. */
  target: string;
  /** The card of the last order. */
  ordered: Card | undefined;
  /** Number of orders of this visit: each one scrolls to the results. */
  orders: number;
};

export const singleView = createStore<SingleView>(() => ({ shownId: undefined, target: newVersion, ordered: undefined, orders: 0 }));

export const showVersion = (shownId: string | undefined): void => singleView.setState({ shownId });
