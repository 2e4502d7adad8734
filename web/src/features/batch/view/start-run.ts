import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchTool } from '../store/batch-tool.ts';
import { type AnyState, isRunning } from '../store/core.ts';

/**
 * Sends an order, and then moves the focus away from the clicked button. The button disappears when the run starts. If it still had the
 * focus, the focus would be lost, and the browser would have to compute the layout. The focus moves to the card of the button, or to the
 * bar with the progress.
 */
export function startRun(tool: BatchTool<AnyState, BatchItem>, button: Element | undefined, order: () => void): void {
  order();
  if (!isRunning(tool.store.getState())) return;
  const target = button?.closest<HTMLElement>('article[tabindex="-1"]') ?? document.querySelector<HTMLElement>('[data-bar=actions]');
  target?.focus({ preventScroll: true });
}
