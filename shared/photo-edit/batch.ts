/**
 * A batch of photo edits: POST /api/batches with the kind `edit` (docs/spec.md 9.5, 17.6). All photos have the same settings, and each edit
 * is priced, held and charged separately.
 */
import { itemRequest } from '../batch/item-request.ts';
import type { Cents } from '../money.ts';
import { photoEditPrices } from './prices.ts';
import { type PhotoEditSettings, photoEditSettings } from './settings.ts';

export const editsPerBatchMax = 50;

/** Maximum parallel edits of one batch. Photoroom accepts 60 edits per minute from all sellers together (docs/vendors.md). */
export const concurrentEditsMax = 3;

/** Maximum number of paid requests for one photo, including requests before a crash. */
export const photoEditAttemptsMax = 3;

export const editItemRequest = itemRequest.omit({ aspectRatio: true });

/** Common settings of the batch. The same checks apply as for the settings of a single edit. */
export const editBatchSettings = {
  settings: photoEditSettings,
  /**
   * Key of the guiding picture: the new background will be similar to this picture. Required for the mode `image-guided`; other modes
   * ignore it.
   */
  guidanceKey: itemRequest.shape.uploadKey.optional(),
};

/** Returns whether the settings need a guiding picture. */
export const isGuided = ({ apiMode, backgroundMode }: Pick<PhotoEditSettings, 'apiMode' | 'backgroundMode'>): boolean =>
  apiMode === 'image-editing' && backgroundMode === 'image-guided';

export const editCost = ({ apiMode }: Pick<PhotoEditSettings, 'apiMode'>): Cents => photoEditPrices[apiMode];
