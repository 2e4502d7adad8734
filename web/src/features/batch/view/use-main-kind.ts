import type { ButtonKind } from '#web/ui/button.tsx';
import { useBenchState } from './bench-context.tsx';

/** The look of the bar's main button. While cards are selected, the main button is in the selection bar. */
export const useMainKind = (): ButtonKind => (useBenchState(({ selection }) => selection.ids.size > 0) ? 'secondary' : 'primary');
