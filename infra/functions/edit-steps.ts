/** The steps of a batch of edits. The edit itself is in photo-edit-steps.ts. */
import { readsInputFiles, step } from './spec.ts';

export const editSteps = {
  // The step decodes the photo, rotates it and scales it down. A decoded photo of 8192 × 8192 pixels needs 200 MB.
  prepareEdit: step(
    'photo-edit/prepare-edit',
    { tables: { batches: ['get', 'update'] }, media: { ...readsInputFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 60, layers: ['sharp'] },
  ),
} as const;
