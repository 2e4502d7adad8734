import { saveAddress } from '#web/lib/download.ts';
import type { ReviewItem } from './review-item.ts';
import type { ReviewCommand } from './review-keys.ts';

type Options = {
  /** The current item; undefined at the end of the review. */
  item: ReviewItem | undefined;
  moveBy: (steps: -1 | 1) => void;
  play: () => void;
  onKeep: ((key: string, keep: boolean) => void) | undefined;
  markRedo: ((item: ReviewItem) => void) | undefined;
  openPrompt: () => void;
};

/** Runs the command of a key on the current item. */
export function runCommand(command: ReviewCommand, { item, moveBy, play, onKeep, markRedo, openPrompt }: Options): void {
  if (command === 'previous') moveBy(-1);
  if (!item) return;
  if (command === 'next') moveBy(1);
  if (command === 'play') play();
  if (command === 'redo' && canMark(item)) markRedo?.(item);
  if (command === 'download' && item.downloadUrl) saveAddress(item.downloadUrl, item.fileName);
  if (command === 'prompt') openPrompt();
  if (command === 'keep' && onKeep) {
    // The key K never removes the mark of a kept result, because a second review of the same result must not undo the first decision.
    if (!item.kept) onKeep(item.key, true);
    moveBy(1);
  }
}

/** Whether the seller can mark an item to order it again. A marked item needs no second mark. */
export const canMark = ({ redo, isRedoing }: ReviewItem): boolean => redo?.price !== undefined && !isRedoing;
