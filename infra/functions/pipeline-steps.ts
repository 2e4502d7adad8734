/** The steps of a before/after run. */
import { paidStep, readsInputFiles, settlingStep, step, wholeCoreMb, withSlots } from './spec.ts';

export const pipelineSteps = {
  // The step ingests three pictures one after another. Each decoded picture can need 200 MB.
  ingestPictures: step(
    'pipeline/ingest-pictures',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ...readsInputFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 90, layers: ['sharp'] },
  ),
  chooseStep: step('pipeline/choose-step', { tables: { pipelineRuns: ['get'] } }),
  // This step may take one minute (docs/spec.md 10.7). The request to the judge may take 25 s of this minute.
  analyzeExample: paidStep(
    'pipeline/analyze-example',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ingested: ['get'] }, vendorKeys: ['openai'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  holdImage: step('pipeline/hold-image', {
    tables: { userProfiles: ['update'], batches: ['get', 'put', 'check'], pipelineRuns: ['get', 'update'] },
  }),
  requestImageSlot: withSlots(step('pipeline/request-slot', { tables: { batches: ['get'], pipelineRuns: ['get'], admission: ['put'] } })),
  makeIteration: paidStep(
    'pipeline/make-image',
    {
      tables: { batches: ['get', 'update'], pipelineRuns: ['get'] },
      media: { ingested: ['get'], iterations: ['get', 'put'] },
      // The step contains the adapters of all models. It reads only the key of the model that it uses.
      vendorKeys: ['gemini', 'openai'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
  captureImage: withSlots(
    step('pipeline/capture-image', {
      tables: {
        userProfiles: ['update'],
        batches: ['get', 'update', 'check'],
        creditTransactions: ['put'],
        pipelineRuns: ['get', 'put', 'update'],
      },
    }),
  ),
  judgeImage: paidStep(
    'pipeline/judge-image',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ingested: ['get'], iterations: ['get'] }, vendorKeys: ['openai'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  releaseImage: withSlots(
    settlingStep('pipeline/release-image', {
      tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'], pipelineRuns: ['get'] },
    }),
  ),
  finishRun: settlingStep('pipeline/finish-run', {
    tables: {
      userProfiles: ['update'],
      batches: ['get', 'update', 'check'],
      pipelineRuns: ['get', 'update'],
      imageGenerationHistory: ['update'],
    },
    media: { iterations: ['get'], results: ['put'] },
  }),
  // The step pauses a run. If the seller stopped the run while a step failed, this step ends the run with its best image.
  pauseRun: step('pipeline/pause-run', {
    tables: { userProfiles: ['update'], batches: ['get', 'update'], pipelineRuns: ['get', 'update'], imageGenerationHistory: ['update'] },
    media: { iterations: ['get'], results: ['put'] },
  }),
} as const;
