/** The steps of a batch of edits, besides the edit itself (photo-edit-steps.ts). */
import { readsNamedFiles, step } from './spec.ts';

export const editSteps = {
  // A photo of 8192 × 8192 pixels takes 200 MB when decoded, and is turned upright and made smaller.
  prepareEdit: step(
    'photo-edit/prepare-edit',
    { tables: { batches: ['get', 'update'] }, media: { ...readsNamedFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 60, layers: ['sharp'] },
  ),
} as const;
