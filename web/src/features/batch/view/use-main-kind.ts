import type { ButtonKind } from '#web/ui/button.tsx';
import { useBenchState } from './bench-context.tsx';

/** Returns the style of the main button in the bar. While cards are selected, this button is not the main button. */
export const useMainKind = (): ButtonKind => (useBenchState(({ selection }) => selection.ids.size > 0) ? 'secondary' : 'primary');
