/** The pages that order batches. Each page has a separate draft, and shows only its own uploads and runs. */
import type { BatchItem, BatchOf, BatchResponse } from '#shared/batch/api.ts';
import { type BatchKind, type OrderedKind, singleCallItemId } from '#shared/batch/batch.ts';

/** The kind of result of each page. */
const kinds = { 'batch-video': 'video', 'single-video': 'video', 'batch-image': 'image' } as const satisfies Record<string, BatchKind>;

export type Tool = keyof typeof kinds;
export const kindOf = (tool: Tool): BatchKind => kinds[tool];

/**
 * The item id that the page Single Image to Video always uses. Each batch of this page has one item with this id, so that every device can
 * identify the page. Cards of the batch pages have random ids.
 */
export const singleItemId = 'single';

type Ordered = { kind: OrderedKind; items: readonly { itemId: string }[] };

/**
 * Returns the page on which a batch was ordered. Returns undefined if a single API call ordered the batch, because no page shows such a
 * batch.
 */
export function toolOf({ kind, items }: Ordered): Tool | undefined {
  // The page of photo edits has no cards.
  if (kind === 'edit') return undefined;
  const onlyId = items.length === 1 ? items[0]?.itemId : undefined;
  if (onlyId === singleCallItemId(kind)) return undefined;
  if (kind === 'image') return 'batch-image';
  return onlyId === singleItemId ? 'single-video' : 'batch-video';
}

/** Returns the batches that were ordered on this page. The type assertion is safe, because a page orders only one kind of items. */
export const batchesOf = <Item extends BatchItem>(tool: Tool, batches: readonly BatchResponse[]): BatchOf<Item>[] =>
  batches.filter((batch) => toolOf(batch) === tool) as readonly BatchOf<BatchItem>[] as BatchOf<Item>[];

/** Videos need a prompt. Images have a default prompt. */
export const needsPromptOf = (tool: Tool): boolean => kindOf(tool) === 'video';
