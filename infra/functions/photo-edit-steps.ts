/** The steps of one edited photo. */
import { paidStep, readsInputFiles } from './spec.ts';

export const photoEditSteps = {
  // The vendor usually needs 1 to 20 s; the time-out of the adapter is 90 s. The photo and the guidance picture are decoded before the
  // request. The result is decoded after the request.
  editPhoto: paidStep(
    'photo-edit/edit-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsInputFiles, results: ['get', 'put'] }, vendorKeys: ['photoroom'] },
    { memoryMb: 2048, timeoutSeconds: 150, layers: ['sharp'] },
  ),
} as const;
