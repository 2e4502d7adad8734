/** The steps of one edited photo. */
import { paidStep, readsNamedFiles } from './spec.ts';

export const photoEditSteps = {
  // A vendor needs 1 to 20 s; the adapter's limit is 90 s. Photo and guidance are decoded before, the result afterwards.
  editPhoto: paidStep(
    'photo-edit/edit-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsNamedFiles, results: ['get', 'put'] }, vendorKeys: ['photoroom'] },
    { memoryMb: 2048, timeoutSeconds: 150, layers: ['sharp'] },
  ),
} as const;
