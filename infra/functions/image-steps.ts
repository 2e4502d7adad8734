/** The steps of one image. */
import { paidStep, readsInputFiles, wholeCoreMb } from './spec.ts';

export const imageSteps = {
  // A vendor usually needs 10 to 60 s. The time-out of the adapters is at most 150 s. After the response, the step decodes the result.
  makeImage: paidStep(
    'image/make-image',
    {
      tables: { batches: ['get', 'update'] },
      media: { ...readsInputFiles, results: ['get', 'put'] },
      vendorKeys: ['gemini', 'openai'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
} as const;
