/** The steps of one edited photo. */
import { paidStep, readsInputFiles } from './spec.ts';

export const photoEditSteps = {
  // The vendor usually needs 1 to 20 s. The time-out of the adapter is 90 s. The step decodes the photo and the guiding picture before the
  // request, and the result after the request.
  editPhoto: paidStep(
    'photo-edit/edit-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsInputFiles, results: ['get', 'put'] }, vendorKeys: ['photoroom'] },
    { memoryMb: 2048, timeoutSeconds: 150, layers: ['sharp'] },
  ),
} as const;
