/** The functions that the state machines' steps run. */
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
  // A photo of 8192 × 8192 pixels is 200 MB once decoded, and turning it upright holds it twice.
  ingestPhoto: step(
    'video/ingest-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsNamedFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  // A photo is at most 3840 pixels a side by now; a whole core renders it in a fraction of a second.
  preprocessPhoto: step(
    'video/preprocess-photo',
    { tables: { batches: ['get', 'update'] }, media: { ingested: ['get'], frames: ['get', 'put'] } },
    { memoryMb: wholeCoreMb, layers: ['sharp'] },
  ),
  // A vendor takes 5 to 20 s, and the adapter gives it a minute; then its answer is decoded and the photo laid over it.
  outpaintPhoto: step(
    'video/outpaint-photo',
    { tables: { batches: ['get', 'update'] }, media: { frames: ['get', 'put'] }, secrets: ['stabilityKeys'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 90, layers: ['sharp'] },
  ),
  startGeneration: step(
    'video/start-generation',
    {
      tables: { batches: ['get', 'put', 'update'] },
      media: { frames: ['get'] },
      secrets: ['vendorKeys', 'geminiKeys', 'webhook'],
      providers: ['video'],
      siteOrigin: true,
    },
    { timeoutSeconds: 60 },
  ),
  awaitResult: step('video/await-result', { tables: { batches: ['get', 'update'] }, answersTasks: true }),
  // Status, result and, when overdue, cancel: three reads of 15 s at most.
  pollGeneration: step(
    'video/poll-generation',
    { tables: { batches: ['get', 'update'] }, secrets: ['vendorKeys', 'geminiKeys'] },
    { timeoutSeconds: 60 },
  ),
  decideRetry: step('video/decide-retry', { tables: { batches: ['get', 'update'] } }),
  stopGeneration: step('video/stop-generation', { tables: { batches: ['get'] }, secrets: ['vendorKeys', 'geminiKeys'] }),
  // Gemini's videos are fetched with its key. The whole clip, 200 MB at most, is on the way from /tmp to S3 while FFmpeg holds some of it.
  storeResult: step(
    'video/store-result',
    { tables: { batches: ['get', 'update'] }, media: { originals: ['put'], results: ['put'] }, secrets: ['geminiKeys'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['sharp', 'node-av'] },
  ),
  // It fetches and crops in one go.
  storeLateResult: step(
    'video/store-late-result',
    { tables: { batches: ['get', 'update'] }, media: { results: ['put'] }, secrets: ['geminiKeys'] },
    { memoryMb: wholeCoreMb, timeoutSeconds: 180, layers: ['sharp', 'node-av'] },
  ),
  // Eight seconds of 1080p are decoded and encoded again, at a few dozen frames a second on one core.
  cropVideo: step(
    'video/crop-video',
    { tables: { batches: ['get', 'update'] }, media: { originals: ['get'], results: ['put'] } },
    { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['sharp', 'node-av'] },
  ),
  keepOriginal: step('video/keep-original', {
    tables: { batches: ['get', 'update'] },
    media: { originals: ['get'], results: ['put'] },
  }),
  // A vendor takes 10 to 60 s, and an adapter gives it two and a half minutes; then its answer is decoded.
  makeImage: step(
    'image/make-image',
    {
      tables: { batches: ['get', 'update'] },
      media: { ...readsNamedFiles, results: ['get', 'put'] },
      secrets: ['geminiKeys', 'openaiKeys'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
  // A vendor takes 1 to 20 s, and the adapter gives it a minute and a half; photo and guidance are decoded before, its answer after.
  editPhoto: step(
    'photo-edit/edit-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsNamedFiles, results: ['get', 'put'] }, secrets: ['photoroomKeys'] },
    { memoryMb: 2048, timeoutSeconds: 150, layers: ['sharp'] },
  ),
  captureItem: step('batch/capture-item', {
    tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'] },
  }),
  // What it gives back may pay a debt, which is a row.
  releaseItem: step('batch/release-item', {
    tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'] },
  }),
  finishBatch: step('batch/finish-batch', {
    tables: { userProfiles: ['update'], batches: ['query', 'update'], generationHistory: ['put'], imageGenerationHistory: ['put'] },
  }),
  // 4 GB at most, from storage to storage, with 16 MB of it on the way.
  makeArchive: step(
    'download/make-archive',
    { media: { results: ['get'], archives: ['get', 'put'] } },
    { memoryMb: wholeCoreMb, timeoutSeconds: 600 },
  ),
  // The file is streamed; the time is for signing the links of hundreds of thousands of items.
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

  // The steps of a before/after run. Three pictures of 200 MB once decoded are taken in one after another.
  ingestPictures: step(
    'pipeline/ingest-pictures',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ...readsNamedFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 90, layers: ['sharp'] },
  ),
  chooseStep: step('pipeline/choose-step', { tables: { pipelineRuns: ['get'] } }),
  // SPEC 7 gives each call of the pipeline a minute; the judge is asked for 25 s of it.
  analyzeExample: step(
    'pipeline/analyze-example',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ingested: ['get'] }, secrets: ['openaiKeys'] },
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
      // The adapters of every model are in the bundle, which reads the keys of the one that is asked.
      secrets: ['geminiKeys', 'openaiKeys'],
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
    { tables: { pipelineRuns: ['get', 'update'] }, media: { ingested: ['get'], iterations: ['get'] }, secrets: ['openaiKeys'] },
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
  // A run that the seller stopped while its step failed is ended here, with its best image kept.
  pauseRun: step('pipeline/pause-run', {
    tables: { userProfiles: ['update'], batches: ['get', 'update'], pipelineRuns: ['get', 'update'], imageGenerationHistory: ['put'] },
    media: { iterations: ['get'], results: ['put'] },
  }),
};

/** A step whose vendor bills us reads the account and counts the request. */
const asksVendor = ['outpaintPhoto', 'startGeneration', 'makeImage', 'editPhoto', 'makeIteration', 'analyzeExample', 'judgeImage'] as const;
/** A step that gives such a request back, or writes it off, counts that. */
const settlesRequests = ['decideRetry', 'releaseItem', 'releaseImage', 'finishRun'] as const;

export const steps: Record<StepName, FunctionSpec> = {
  ...specs,
  ...Object.fromEntries(asksVendor.map((name) => [name, alsoUsing(specs[name], { userProfiles: ['get'], dailyUses: ['update'] })])),
  ...Object.fromEntries(settlesRequests.map((name) => [name, alsoUsing(specs[name], { dailyUses: ['update'] })])),
};
