import { useEffect, useEffectEvent } from 'react';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchTool } from '../store/batch-tool.ts';
import { type AnyState, isLocked } from '../store/core.ts';
import { cardElementId } from './bench-card.tsx';
import { useBench } from './bench-context.tsx';
import { shownCardIds } from './shown-cards.ts';
import { openReview, setCurrent, setView, viewStore } from './view-store.ts';

/** The keyboard shortcuts and their names, in the order of the help dialog. The text of a shortcut has the key `bench.key.<name>`. */
export const benchKeys = [
  ['J', 'next'],
  ['K', 'previous'],
  ['X', 'select'],
  ['Shift X', 'range'],
  ['Ctrl A', 'all'],
  ['Enter', 'edit'],
  ['W', 'write'],
  ['R', 'review'],
  ['V', 'view'],
  ['Ctrl Z', 'undo'],
  ['Esc', 'end'],
  ['?', 'help'],
] as const;

const isInput = (target: EventTarget | null, types: RegExp): boolean => target instanceof HTMLInputElement && types.test(target.type);
/** A user cannot type letters into a check box or a switch, so the shortcuts work while it has the focus. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  !isInput(target, /^(checkbox|radio)$/);
const isInDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('dialog,[role=menu]') !== null;

type Tool = BatchTool<AnyState, BatchItem>;

/** Makes another card the current card. The list scrolls to the current card. */
function moveCurrentCard(tool: Tool, step: number): void {
  const ids = shownCardIds(tool);
  const currentIndex = ids.indexOf(viewStore.getState().currentId ?? '');
  const next = ids[Math.min(ids.length - 1, Math.max(0, currentIndex + step))];
  if (next) setCurrent(next);
}

function focusPrompt(cardId: string): void {
  const element = document.getElementById(cardElementId(cardId));
  element?.querySelector<HTMLElement>('textarea:not(:disabled)')?.focus();
}

/** Handles the shortcuts of the page. Single letters work only while no text field has the focus. The seller can disable them. */
export function useBenchKeys({ onHelp, onUndo }: { onHelp: () => void; onUndo: () => void }): void {
  const { tool, aiWrite } = useBench();
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isInDialog(event.target)) return;
    const { currentId, hasShortcuts, view } = viewStore.getState();
    const withControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (key === 'escape') {
      if (isField(event.target)) (event.target as HTMLElement).blur();
      else tool.clearSelection();
      return;
    }
    if (isField(event.target)) return;
    const run = withControl
      ? { a: () => tool.selectAll(shownCardIds(tool)), z: onUndo }[key]
      : hasShortcuts && !event.altKey
        ? {
            j: () => moveCurrentCard(tool, 1),
            arrowdown: () => moveCurrentCard(tool, 1),
            k: () => moveCurrentCard(tool, -1),
            arrowup: () => moveCurrentCard(tool, -1),
            x: () => currentId && (event.shiftKey ? tool.selectRange(currentId, shownCardIds(tool)) : tool.toggle(currentId)),
            enter: () => currentId && event.target === document.body && focusPrompt(currentId),
            w: () => currentId && !isLocked(tool.store.getState()) && void aiWrite.writeOne(currentId),
            r: () => currentId && openReview(currentId),
            v: () => setView(view === 'cards' ? 'rows' : 'cards'),
            '?': onHelp,
          }[key]
        : undefined;
    // If there is no current card, the arrow keys scroll the page. In a group of radio buttons, they choose the next button.
    if (!run || (key.startsWith('arrow') && (currentId === undefined || isInput(event.target, /^radio$/)))) return;
    if (key === 'enter' && event.target !== document.body) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
