/** The functions of the state machines' steps. */
import { alsoUsing, type FunctionSpec, type Grants, readsNamedFiles, wholeCoreMb } from './spec.ts';

const step = (entry: FunctionSpec['entry'], grants: Grants, more: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry,
  memoryMb: 512,
  timeoutSeconds: 30,
  grants,
  ...more,
});

export type StepName =
  | 'ingestPhoto'
  | 'preprocessPhoto'
  | 'outpaintPhoto'
  | 'startGeneration'
  | 'awaitResult'
  | 'pollGeneration'
  | 'decideRetry'
  | 'stopGeneration'
  | 'storeResult'
  | 'storeLateResult'
  | 'cropVideo'
  | 'keepOriginal'
  | 'makeImage'
  | 'editPhoto'
  | 'captureItem'
  | 'releaseItem'
  | 'finishBatch'
  | 'makeArchive'
  | 'giveUpArchive'
  | 'makeExport'
  | 'giveUpExport'
  | 'ingestPictures'
  | 'chooseStep'
  | 'analyzeExample'
  | 'holdImage'
  | 'makeIteration'
  | 'captureImage'
  | 'judgeImage'
  | 'releaseImage'
  | 'finishRun'
  | 'pauseRun';

const specs: Record<StepName, FunctionSpec> = {
  // A photo of 8192 × 8192 pixels takes 200 MB when decoded, and two copies are needed to turn it upright.
  ingestPhoto: step(
    'video/ingest-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsNamedFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  // The photo now has at most 3840 pixels per side; a whole core renders it in a fraction of a second.
  preprocessPhoto: step(
    'video/preprocess-photo',
    { tables: { batches: ['get', 'update'] }, media: { ingested: ['get'], frames: ['get', 'put'] } },
    { memoryMb: wholeCoreMb, layers: ['sharp'] },
  ),
  // A vendor needs 5 to 20 s; the adapter's limit is a minute. Then the result is decoded and the photo placed on it.
  outpaintPhoto: step(
    'video/outpaint-photo',
    { tables: { batches: ['get', 'update'] }, media: { frames: ['get', 'put'] }, vendorKeys: ['stability'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 90, layers: ['sharp'] },
  ),
  startGeneration: step(
    'video/start-generation',
    {
      tables: { batches: ['get', 'put', 'update'] },
      media: { frames: ['get'] },
      vendorKeys: ['fal', 'gemini'],
      secrets: ['webhook'],
      providers: ['video'],
      siteOrigin: true,
    },
    { timeoutSeconds: 60 },
  ),
  awaitResult: step('video/await-result', { tables: { batches: ['get', 'update'] }, answersTasks: true }),
  // Status, result and, if overdue, cancel: three requests of at most 15 s each.
  pollGeneration: step(
    'video/poll-generation',
    { tables: { batches: ['get', 'update'] }, vendorKeys: ['fal', 'gemini'] },
    { timeoutSeconds: 60 },
  ),
  decideRetry: step('video/decide-retry', { tables: { batches: ['get', 'update'] } }),
  stopGeneration: step('video/stop-generation', { tables: { batches: ['get'] }, vendorKeys: ['fal', 'gemini'] }),
  // Gemini's videos are downloaded with its key. Memory must be enough for the whole clip, at most 200 MB, on the way from /tmp to S3,
  // while FFmpeg uses some too.
  storeResult: step(
    'video/store-result',
    { tables: { batches: ['get', 'update'] }, media: { originals: ['put'], results: ['put'] }, vendorKeys: ['gemini'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['sharp', 'node-av'] },
  ),
  // It downloads and crops in one invocation.
  storeLateResult: step(
    'video/store-late-result',
    { tables: { batches: ['get', 'update'] }, media: { results: ['put'] }, vendorKeys: ['gemini'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 180, layers: ['sharp', 'node-av'] },
  ),
  // Decodes and encodes eight seconds of 1080p, at a few dozen frames per second on one core.
  cropVideo: step(
    'video/crop-video',
    { tables: { batches: ['get', 'update'] }, media: { originals: ['get'], results: ['put'] } },
    { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['sharp', 'node-av'] },
  ),
  keepOriginal: step('video/keep-original', {
    tables: { batches: ['get', 'update'] },
    media: { originals: ['get'], results: ['put'] },
  }),
  // A vendor needs 10 to 60 s; the adapters' limit is at most 150 s. Then the result is decoded.
  makeImage: step(
    'image/make-image',
    {
      tables: { batches: ['get', 'update'] },
      media: { ...readsNamedFiles, results: ['get', 'put'] },
      vendorKeys: ['gemini', 'openai'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
  // A vendor needs 1 to 20 s; the adapter's limit is 90 s. Photo and guidance are decoded before, the result afterwards.
  editPhoto: step(
    'photo-edit/edit-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsNamedFiles, results: ['get', 'put'] }, vendorKeys: ['photoroom'] },
    { memoryMb: 2048, timeoutSeconds: 150, layers: ['sharp'] },
  ),
  captureItem: step('batch/capture-item', {
    tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'] },
  }),
  // The released credits may pay a debt, with a ledger row.
  releaseItem: step('batch/release-item', {
    tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'] },
  }),
  finishBatch: step('batch/finish-batch', {
    tables: { userProfiles: ['update'], batches: ['query', 'update'], generationHistory: ['put'], imageGenerationHistory: ['put'] },
  }),
  // Copies at most 4 GB within S3, with 16 MB in memory.
  makeArchive: step(
    'download/make-archive',
    { media: { results: ['get'], archives: ['get', 'put'] } },
    { memoryMb: wholeCoreMb, timeoutSeconds: 600 },
  ),
  // The file is streamed; the time is for signing the URLs of hundreds of thousands of items.
  makeExport: step(
    'auth/make-export',
    {
      tables: {
        userProfiles: ['get'],
        creditTransactions: ['query:by_created_at'],
        batches: ['query', 'query:by_user'],
        pipelineRuns: ['query'],
      },
      media: { uploads: ['get'], ingested: ['get'], iterations: ['get'], results: ['get'], exports: ['get', 'put'] },
      listsMedia: true,
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 900 },
  ),
  giveUpExport: step('auth/give-up-export', { media: { exports: ['get', 'put'] } }),
  giveUpArchive: step('download/give-up-archive', { media: { archives: ['get', 'put'] } }),

  // The steps of a before/after run. Three pictures, each 200 MB when decoded, are ingested one after another.
  ingestPictures: step(
    'pipeline/ingest-pictures',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ...readsNamedFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 90, layers: ['sharp'] },
  ),
  chooseStep: step('pipeline/choose-step', { tables: { pipelineRuns: ['get'] } }),
  // Each call of the pipeline has one minute (docs/spec.md 10.7); the judge gets 25 s of it.
  analyzeExample: step(
    'pipeline/analyze-example',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ingested: ['get'] }, vendorKeys: ['openai'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  holdImage: step('pipeline/hold-image', {
    tables: { userProfiles: ['update'], batches: ['get', 'put', 'check'], pipelineRuns: ['get', 'update'] },
  }),
  makeIteration: step(
    'pipeline/make-image',
    {
      tables: { batches: ['get', 'update'], pipelineRuns: ['get'] },
      media: { ingested: ['get'], iterations: ['get', 'put'] },
      // The bundle contains the adapters of all models and reads the key of the one that is used.
      vendorKeys: ['gemini', 'openai'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
  captureImage: step('pipeline/capture-image', {
    tables: {
      userProfiles: ['update'],
      batches: ['get', 'update', 'check'],
      creditTransactions: ['put'],
      pipelineRuns: ['get', 'put', 'update'],
    },
  }),
  judgeImage: step(
    'pipeline/judge-image',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ingested: ['get'], iterations: ['get'] }, vendorKeys: ['openai'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  releaseImage: step('pipeline/release-image', {
    tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'], pipelineRuns: ['get'] },
  }),
  finishRun: step('pipeline/finish-run', {
    tables: {
      userProfiles: ['update'],
      batches: ['get', 'update', 'check'],
      pipelineRuns: ['get', 'update'],
      imageGenerationHistory: ['put'],
    },
    media: { iterations: ['get'], results: ['put'] },
  }),
  // If the seller stopped a run while its step failed, it ends here, with its best image kept.
  pauseRun: step('pipeline/pause-run', {
    tables: { userProfiles: ['update'], batches: ['get', 'update'], pipelineRuns: ['get', 'update'], imageGenerationHistory: ['put'] },
    media: { iterations: ['get'], results: ['put'] },
  }),
};

/** Steps with paid vendor requests, which read the account and count each request. */
const asksVendor = ['outpaintPhoto', 'startGeneration', 'makeImage', 'editPhoto', 'makeIteration', 'analyzeExample', 'judgeImage'] as const;
/** Steps that refund such a request or write it off. */
const settlesRequests = ['decideRetry', 'releaseItem', 'releaseImage', 'finishRun'] as const;

export const steps: Record<StepName, FunctionSpec> = {
  ...specs,
  ...Object.fromEntries(asksVendor.map((name) => [name, alsoUsing(specs[name], { userProfiles: ['get'], dailyUses: ['update'] })])),
  ...Object.fromEntries(settlesRequests.map((name) => [name, alsoUsing(specs[name], { dailyUses: ['update'] })])),
};
