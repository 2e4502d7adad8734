/** The selected cards, for changes of several cards together. */
import type { BatchItem } from '#shared/batch/api.ts';
import { closeToastOnUserAction } from '#web/ui/toast-store.ts';
import type { AnyState, ToolCore } from './core.ts';

/** Returns the ids between two ids of a list, including both. The two ids can be in any order. */
export function rangeOf(ids: readonly string[], from: string, to: string): string[] {
  const endIndexes = [ids.indexOf(from), ids.indexOf(to)].sort((one, other) => one - other) as [number, number];
  return endIndexes[0] < 0 ? [] : ids.slice(endIndexes[0], endIndexes[1] + 1);
}

export function selectActions<State extends AnyState, Item extends BatchItem, Extra>({ store }: ToolCore<State, Item, Extra>) {
  const select = (ids: Iterable<string>, anchor: string | undefined) => {
    closeToastOnUserAction();
    store.setState({ selection: { ids: new Set(ids), anchor } });
  };
  return {
    toggle(cardId: string): void {
      const ids = new Set(store.getState().selection.ids);
      if (!ids.delete(cardId)) ids.add(cardId);
      select(ids, cardId);
    },
    /** Selects all visible cards between the last selected card and this card. */
    selectRange(cardId: string, shownIds: readonly string[]): void {
      const { ids, anchor } = store.getState().selection;
      select([...ids, ...(anchor === undefined ? [cardId] : rangeOf(shownIds, anchor, cardId))], cardId);
    },
    selectAll: (shownIds: readonly string[]) => select(shownIds, shownIds.at(-1)),
    clearSelection: () => select([], undefined),
  };
}
