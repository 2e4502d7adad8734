/** The items of a batch of photo edits: one item per photo, all with the settings of the batch. */
import type { CreateEditBatchRequest } from '#shared/batch/api.ts';
import { editCost, isGuided } from '#shared/photo-edit/batch.ts';
import type { EditItem } from '../store/batch-rows.ts';

export const editItemsOf = (userId: string, { batchId, settings, guidanceKey, items }: CreateEditBatchRequest): EditItem[] =>
  items.map((item, index) => ({
    kind: 'edit',
    ...item,
    userId,
    batchId,
    index,
    prompt: settings.backgroundPrompt,
    aspectRatio: settings.outputSize,
    model: settings.apiMode,
    settings,
    // If no setting uses the guiding picture, it is not added to the item, and so it is not checked.
    ...(guidanceKey && isGuided(settings) && { guidanceKey }),
    cents: editCost(settings),
    status: 'queued',
  }));
