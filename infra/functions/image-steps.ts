/** The steps of one image. */
import { paidStep, readsNamedFiles, wholeCoreMb } from './spec.ts';

export const imageSteps = {
  // A vendor usually needs 10 to 60 s; the time-out of the adapters is at most 150 s. The result is decoded after that.
  makeImage: paidStep(
    'image/make-image',
    {
      tables: { batches: ['get', 'update'] },
      media: { ...readsNamedFiles, results: ['get', 'put'] },
      vendorKeys: ['gemini', 'openai'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
} as const;
