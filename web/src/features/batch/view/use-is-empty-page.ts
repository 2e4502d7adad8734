import { isBlank } from '../cards/cards.ts';
import { useBenchState } from './bench-context.tsx';

/** Whether the page has no photo, no prompt and no result. The page then explains how to start, and its cards are short. */
export const useIsEmptyPage = (): boolean =>
  useBenchState(({ draft, items }) => draft.cards.every(isBlank) && !draft.cards.some(({ id }) => items.has(id)));
