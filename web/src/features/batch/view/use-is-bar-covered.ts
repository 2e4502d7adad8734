import { hasRun } from '../store/core.ts';
import { useBenchState } from './bench-context.tsx';
import { useColumns } from './use-columns.ts';

/**
 * Whether the bar for the selected cards covers the action bar. Before a run, the action bar would have no button. On phones, there is no
 * space for two bars.
 */
export function useIsBarCovered(): boolean {
  const isPhone = useColumns() === 1;
  const hasSelection = useBenchState(({ draft, selection }) => draft.cards.some(({ id }) => selection.ids.has(id)));
  const isRunShown = useBenchState(hasRun);
  return hasSelection && (isPhone || !isRunShown);
}
