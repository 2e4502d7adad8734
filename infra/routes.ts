/** Every Lambda function of the product: what runs it, what it needs, and all that it may touch. */
import { batchKinds, type WorkKind, workKinds } from '#shared/batch/batch.ts';
import type { EndpointName } from '#shared/endpoints.ts';
import { type MediaFolder, mediaFolders } from '#shared/upload/media-folders.ts';
import type { ProviderOf } from './settings.ts';

export type TableName =
  | 'userProfiles'
  | 'creditTransactions'
  | 'batches'
  | 'generationHistory'
  | 'imageGenerationHistory'
  | 'dailyUses'
  | 'payments'
  | 'bonusClaims'
  | 'pipelineRuns';
/** `check` is the condition of a transaction on a row that it leaves alone; `query:<index>` reads that index only. */
export type TableUse =
  | 'get'
  | 'put'
  | 'update'
  | 'check'
  | 'query'
  | 'scan'
  | 'delete'
  | `query:${'by_created_at' | 'by_batch' | 'active_by_user' | 'open_holds' | 'by_user' | 'closing'}`;
export type SecretName =
  | 'origin'
  | 'vendorKeys'
  | 'stabilityKeys'
  | 'openaiKeys'
  | 'geminiKeys'
  | 'photoroomKeys'
  | 'stripeKeys'
  | 'webhook'
  | 'emailMarks';
export type LayerName = 'sharp' | 'node-av';

export type Grants = {
  tables?: Partial<Record<TableName, readonly TableUse[]>>;
  media?: Partial<Record<MediaFolder, readonly ('get' | 'put' | 'delete')[]>>;
  secrets?: readonly SecretName[];
  /** Is told which vendor was chosen for these. */
  providers?: readonly ProviderOf[];
  /** Is told the image host that takes uploads, where one is configured. */
  imageHost?: boolean;
  /** Reads the site's own address, which the web stack publishes. */
  siteOrigin?: boolean;
  /** Starts the machines of these kinds of work. */
  startsBatches?: readonly WorkKind[];
  /** Sees how an execution of any of them stands. */
  seesBatches?: boolean;
  startsLateVideo?: boolean;
  startsArchives?: boolean;
  /** Completes a step of the item machine that waits for its token. */
  answersTasks?: boolean;
  readsUsers?: boolean;
  deletesUsers?: boolean;
  /** Sees which files there are. */
  listsMedia?: boolean;
  /** Sends mail from the product's own address, where one is configured. */
  sendsMail?: boolean;
};

export type FunctionSpec = {
  /** `<word>/<verb-noun>`: lambdas/<word>/<verb-noun>.lambda.ts */
  entry: `${string}/${string}`;
  memoryMb: number;
  timeoutSeconds: number;
  layers?: readonly LayerName[];
  grants: Grants;
};

/** From 1,769 MB on a function has a whole core; below it a share, which is what a cold start waits for. */
const wholeCoreMb = 1769;
/** API Gateway gives a call up after 30 s: a function must answer before that, if only with an error. */
const callSecondsMax = 29;

/** A function behind an endpoint. Each one checks that the call came through the site, so each one reads that secret. */
const call = (entry: FunctionSpec['entry'], grants: Grants, more: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry,
  memoryMb: 1024,
  timeoutSeconds: 15,
  grants: { ...grants, secrets: ['origin', ...(grants.secrets ?? [])] },
  ...more,
});

const step = (entry: FunctionSpec['entry'], grants: Grants, more: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry,
  memoryMb: 512,
  timeoutSeconds: 30,
  grants,
  ...more,
});

const ordersVideo: Grants = {
  tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], dailyUses: ['update'] },
  media: { uploads: ['get', 'put'] },
  startsBatches: ['video'],
};

const ordersImage: Grants = {
  tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], dailyUses: ['update'] },
  media: { uploads: ['get', 'put'], results: ['get'] },
  startsBatches: ['image'],
};

const ordersPhotoEdit: Grants = {
  tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], dailyUses: ['update'] },
  media: { uploads: ['get', 'put'] },
  startsBatches: ['photo-edit'],
};

const takesMoneyIn: NonNullable<Grants['tables']> = {
  userProfiles: ['get', 'update'],
  creditTransactions: ['put'],
  payments: ['get', 'put'],
};

/** What the answer about a run shows. */
const showsRun: Grants['media'] = { uploads: ['get'], ingested: ['get'], iterations: ['get'], results: ['get'] };

export const routes: Record<EndpointName, FunctionSpec> = {
  getProfile: call('auth/get-profile', {
    tables: { userProfiles: ['get', 'put'], creditTransactions: ['put'], bonusClaims: ['put'], dailyUses: ['update'] },
    secrets: ['emailMarks'],
    readsUsers: true,
  }),
  createCheckout: call('credits/create-checkout', {
    tables: { userProfiles: ['get'], dailyUses: ['update'] },
    secrets: ['stripeKeys'],
    siteOrigin: true,
  }),
  // It credits what was paid where the vendor's own report has not come.
  getCheckout: call('credits/get-checkout', {
    tables: { ...takesMoneyIn, creditTransactions: ['get', 'put'], dailyUses: ['update'] },
    secrets: ['stripeKeys'],
  }),
  receiveStripeWebhook: call('credits/receive-stripe-webhook', { tables: takesMoneyIn, secrets: ['stripeKeys'] }),
  sendWelcomeMail: call('auth/send-welcome-mail', {
    tables: { userProfiles: ['get'], dailyUses: ['put'] },
    siteOrigin: true,
    sendsMail: true,
  }),
  exportAccount: call(
    'auth/export-account',
    {
      tables: {
        userProfiles: ['get'],
        creditTransactions: ['query:by_created_at'],
        batches: ['query', 'query:by_user'],
        pipelineRuns: ['query'],
        dailyUses: ['update'],
      },
      media: { uploads: ['get'], ingested: ['get'], iterations: ['get'], results: ['get'], exports: ['get', 'put'] },
      listsMedia: true,
    },
    // Thousands of links are signed before the answer.
    { memoryMb: wholeCoreMb, timeoutSeconds: callSecondsMax },
  ),
  deleteAccount: call('auth/delete-account', { tables: { userProfiles: ['get', 'update'], creditTransactions: ['put'] } }),
  listTransactions: call('credits/list-transactions', {
    tables: { userProfiles: ['get'], creditTransactions: ['query:by_created_at'] },
  }),
  // What it may put is what the form that it signs may put.
  createUpload: call('upload/create-upload', { media: { uploads: ['put'] } }),
  getUploadConfig: call('upload/get-upload-config', { imageHost: true }),
  // Up to 10 MB come from the image host before the answer.
  adoptUpload: call('upload/adopt-upload', { media: { uploads: ['put'] }, imageHost: true }, { timeoutSeconds: callSecondsMax }),
  // A hundred uploads are looked at and a hundred rows written before the answer.
  createBatch: call(
    'batch/create-batch',
    {
      tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], dailyUses: ['update'] },
      media: { uploads: ['get'] },
      startsBatches: batchKinds,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  listActiveBatches: call('batch/list-active-batches', { tables: { batches: ['get', 'query:active_by_user'] } }),
  getBatch: call('batch/get-batch', {
    tables: { batches: ['query'] },
    media: { uploads: ['get'], ingested: ['get'], results: ['get'] },
  }),
  // A hundred items are marked and released before the answer, which is the batch.
  cancelBatch: call(
    'batch/cancel-batch',
    {
      tables: { userProfiles: ['update'], batches: ['query', 'update', 'check'], creditTransactions: ['put'] },
      media: { uploads: ['get'], ingested: ['get'], results: ['get'] },
      answersTasks: true,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  retryBatch: call(
    'batch/retry-batch',
    {
      tables: { userProfiles: ['get', 'update'], batches: ['get', 'put', 'query', 'update'], dailyUses: ['update'] },
      startsBatches: batchKinds,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  listHistory: call('history/list-history', {
    tables: { generationHistory: ['query:by_created_at'], imageGenerationHistory: ['query:by_created_at'] },
    media: { iterations: ['get'], results: ['get'] },
  }),
  getHistory: call('history/get-history', {
    tables: { generationHistory: ['get'], imageGenerationHistory: ['get'], batches: ['query'], pipelineRuns: ['query'] },
    media: { iterations: ['get'], results: ['get'] },
  }),
  // Two hundred results may be of as many batches.
  createDownload: call(
    'download/create-download',
    { tables: { batches: ['query'], dailyUses: ['update'] }, media: { archives: ['get', 'put'] }, startsArchives: true },
    { timeoutSeconds: callSecondsMax },
  ),
  getDownload: call('download/get-download', { media: { archives: ['get'] } }),
  // A batch of one, of a picture that may come with the call.
  generateVideo: call('video/generate-video', ordersVideo, { timeoutSeconds: callSecondsMax }),
  generateGeminiVideo: call('video/generate-gemini-video', { ...ordersVideo, providers: ['video'] }, { timeoutSeconds: callSecondsMax }),
  generateOpenaiImage: call('image/generate-openai-image', ordersImage, { timeoutSeconds: callSecondsMax }),
  generateGeminiImage: call('image/generate-gemini-image', ordersImage, { timeoutSeconds: callSecondsMax }),
  orderBackgroundRemoval: call('photo-edit/order-background-removal', ordersPhotoEdit, { timeoutSeconds: callSecondsMax }),
  orderImageEditing: call('photo-edit/order-image-editing', ordersPhotoEdit, { timeoutSeconds: callSecondsMax }),
  getPhotoEdit: call('photo-edit/get-photo-edit', {
    tables: { batches: ['get'] },
    media: { uploads: ['get'], results: ['get'] },
  }),
  checkOperation: call('video/check-operation', { tables: { batches: ['query'] }, media: { results: ['get'] } }),
  // The photo may have 8192 × 8192 pixels, and the vendor takes some seconds.
  writePrompt: call(
    'ai-write/write-prompt',
    { tables: { dailyUses: ['update'] }, media: { uploads: ['get'] }, secrets: ['geminiKeys', 'openaiKeys'], providers: ['prompt'] },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  preprocessImage: call(
    'video/preprocess-image',
    { tables: { dailyUses: ['update'] }, media: { uploads: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  outpaintImage: call(
    'video/outpaint-image',
    { tables: { dailyUses: ['update'] }, media: { uploads: ['get', 'put'] }, secrets: ['stabilityKeys'] },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  // Eight seconds of 1080p are encoded anew before the answer.
  cropResult: call(
    'video/crop-result',
    { tables: { batches: ['query', 'update'], dailyUses: ['update'] }, media: { results: ['get', 'put'] } },
    { memoryMb: 2 * wholeCoreMb, timeoutSeconds: callSecondsMax, layers: ['sharp', 'node-av'] },
  ),
  // Two pictures of 8192 × 8192 pixels are made small before the vendor sees them; four, for an evaluation.
  analyzeTransformation: call(
    'pipeline/analyze-transformation',
    { tables: { dailyUses: ['update'] }, media: { uploads: ['get'], iterations: ['get'] }, secrets: ['openaiKeys'] },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  evaluateImage: call(
    'pipeline/evaluate-image',
    { tables: { dailyUses: ['update'] }, media: { uploads: ['get'], iterations: ['get'] }, secrets: ['openaiKeys'] },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  generatePipelineImage: call('image/generate-pipeline-image', ordersImage, { timeoutSeconds: callSecondsMax }),
  startRun: call(
    'pipeline/start-run',
    {
      tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], pipelineRuns: ['put', 'query'], dailyUses: ['update'] },
      media: showsRun,
      startsBatches: ['pipeline'],
    },
    { timeoutSeconds: callSecondsMax },
  ),
  listRuns: call('pipeline/list-runs', {
    tables: { pipelineRuns: ['get', 'query:by_created_at'] },
    media: { iterations: ['get'], results: ['get'] },
  }),
  getRun: call('pipeline/get-run', { tables: { pipelineRuns: ['query'] }, media: showsRun }),
  // One that is paused is ended here: its best image is copied, its history written.
  stopRun: call(
    'pipeline/stop-run',
    {
      tables: { batches: ['get', 'update'], pipelineRuns: ['get', 'query', 'update'], imageGenerationHistory: ['put'] },
      media: { ...showsRun, results: ['get', 'put'] },
    },
    { timeoutSeconds: callSecondsMax },
  ),
  continueRun: call(
    'pipeline/continue-run',
    {
      tables: {
        userProfiles: ['update'],
        batches: ['get', 'put', 'update'],
        pipelineRuns: ['get', 'query', 'update'],
        dailyUses: ['update'],
      },
      media: showsRun,
      startsBatches: ['pipeline'],
    },
    { timeoutSeconds: callSecondsMax },
  ),
  receiveFalWebhook: call('video/receive-fal-webhook', {
    tables: { batches: ['get', 'put', 'update'] },
    secrets: ['webhook'],
    answersTasks: true,
    startsLateVideo: true,
  }),
};

export type StepName =
  | 'ingestPhoto'
  | 'preprocessPhoto'
  | 'outpaintPhoto'
  | 'startGeneration'
  | 'awaitResult'
  | 'pollGeneration'
  | 'weighTry'
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

export const steps: Record<StepName, FunctionSpec> = {
  // A photo of 8192 × 8192 pixels is 200 MB once decoded, and turning it upright holds it twice.
  ingestPhoto: step(
    'video/ingest-photo',
    { tables: { batches: ['get', 'update'] }, media: { uploads: ['get'], ingested: ['put'] } },
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
  weighTry: step('video/weigh-try', { tables: { batches: ['get', 'update'] } }),
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
      media: { uploads: ['get'], ingested: ['get'], results: ['put'] },
      secrets: ['geminiKeys', 'openaiKeys'],
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 200, layers: ['sharp'] },
  ),
  // A vendor takes 1 to 20 s, and the adapter gives it a minute and a half; photo and guidance are decoded before, its answer after.
  editPhoto: step(
    'photo-edit/edit-photo',
    { tables: { batches: ['get', 'update'] }, media: { uploads: ['get'], results: ['put'] }, secrets: ['photoroomKeys'] },
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
  giveUpArchive: step('download/give-up-archive', { media: { archives: ['get', 'put'] } }),

  // The steps of a before/after run. Three pictures of 200 MB once decoded are taken in one after another.
  ingestPictures: step(
    'pipeline/ingest-pictures',
    { tables: { pipelineRuns: ['get', 'update'] }, media: { uploads: ['get'], ingested: ['put'] } },
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
  pauseRun: step('pipeline/pause-run', {
    tables: { userProfiles: ['update'], batches: ['get', 'update'], pipelineRuns: ['get', 'update'], imageGenerationHistory: ['put'] },
  }),
};

export type JobName = 'reconcile' | 'closeAccounts';

/** What a clock starts. */
export const jobs: Record<JobName, FunctionSpec & { everyMinutes: number }> = {
  // It moves no money: it starts machines, whose steps do. A pass over all that runs, and a part of all accounts.
  reconcile: {
    entry: 'batch/reconcile',
    everyMinutes: 5,
    memoryMb: 512,
    timeoutSeconds: 240,
    grants: {
      tables: {
        userProfiles: ['get', 'scan'],
        creditTransactions: ['query:by_created_at'],
        batches: ['get', 'query', 'update', 'query:open_holds'],
      },
      startsBatches: workKinds,
      seesBatches: true,
    },
  },
  // It cancels, removes, and takes what is left: tens of thousands of files in a quarter of an hour, and the rest in the next pass.
  closeAccounts: {
    entry: 'auth/close-accounts',
    everyMinutes: 5,
    memoryMb: 1024,
    timeoutSeconds: 15 * 60,
    grants: {
      tables: {
        userProfiles: ['get', 'update', 'query:closing'],
        creditTransactions: ['put'],
        batches: ['query', 'update', 'check', 'delete', 'query:open_holds', 'query:by_user'],
        generationHistory: ['query', 'delete'],
        imageGenerationHistory: ['query', 'delete'],
        pipelineRuns: ['query', 'delete'],
        dailyUses: ['query', 'delete'],
      },
      media: Object.fromEntries(mediaFolders.map((folder) => [folder, ['delete']])),
      listsMedia: true,
      readsUsers: true,
      deletesUsers: true,
      answersTasks: true,
    },
  },
};

/** The folder of an entry's bundle: `video/store-result` becomes `video-store-result`. */
export const bundleOf = (entry: FunctionSpec['entry']): string => entry.replace('/', '-');
