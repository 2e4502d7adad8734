/** The view of the cards, for example as cards or rows, and the filter. The browser stores the view and whether shortcuts are enabled. */
import { createStore } from 'zustand/vanilla';
import { localStore } from '#web/lib/storage.ts';
import type { Filter } from '../cards/card-status.ts';

/** Shows the results that a marketplace would refuse. The text after the colon is the marketplace. */
export type UnreadyFilter = `unready:${string}`;
/** `kept` shows the results that the seller keeps. */
export type BenchFilter = Filter | UnreadyFilter | 'kept';

export type View = 'cards' | 'rows';
type ViewState = {
  view: View;
  filter: BenchFilter;
  /** Cards that were incomplete when the filter was chosen. These cards stay in view while the seller completes them. */
  keptIds: ReadonlySet<string>;
  /** The card to which keyboard shortcuts apply. */
  currentId: string | undefined;
  /** The card that is open in a sheet on phones. */
  editedId: string | undefined;
  /** The card whose result is open in the review. 'first' means the first result. */
  reviewedId: string | undefined;
  /** Whether single letters work as shortcuts. */
  hasShortcuts: boolean;
};

const viewKey = 'vitrine.bench_view';
const shortcutsKey = 'vitrine.shortcuts';

export const viewStore = createStore<ViewState>(() => ({
  view: 'cards',
  filter: 'all',
  keptIds: new Set(),
  currentId: undefined,
  editedId: undefined,
  reviewedId: undefined,
  hasShortcuts: true,
}));
// The choices are not part of the initial state, because the first render must be equal to the prerendered page.
viewStore.setState({
  view: localStore.read(viewKey) === 'rows' ? 'rows' : 'cards',
  hasShortcuts: localStore.read(shortcutsKey) !== 'off',
});

export function setView(view: View): void {
  localStore.write(viewKey, view);
  viewStore.setState({ view });
}
export const setFilter = (filter: BenchFilter, keptIds: ReadonlySet<string> = new Set()): void => viewStore.setState({ filter, keptIds });
export const setCurrent = (currentId: string | undefined): void => viewStore.setState({ currentId });
export const openCard = (editedId: string | undefined): void => viewStore.setState({ editedId });
export function setShortcuts(hasShortcuts: boolean): void {
  localStore.write(shortcutsKey, hasShortcuts ? 'on' : 'off');
  viewStore.setState({ hasShortcuts });
}
export const openReview = (reviewedId: string | undefined): void => viewStore.setState({ reviewedId });
