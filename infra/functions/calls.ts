/** The functions behind the endpoints. */
import { batchKinds, orderedKinds } from '#shared/batch/batch.ts';
import { isLimited } from '#shared/call-limits.ts';
import { checksSession, type EndpointName } from '#shared/endpoints.ts';
import type { WorkKind } from '#shared/work/kinds.ts';
import { continuesOrders, type FunctionSpec, type Grants, memoryMbMax, readsInputFiles, withSlots, withTableGrants } from './spec.ts';

/** API Gateway times out after 30 s. A function must respond before this time-out, at least with an error. */
const callSecondsMax = 29;

/**
 * Every call must come through the site. Each function behind an endpoint checks this with the secret `origin`, so it may read this secret.
 */
const call = (entry: FunctionSpec['entry'], grants: Grants, changes: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry,
  memoryMb: 1024,
  timeoutSeconds: 15,
  grants: { ...grants, secrets: ['origin', ...(grants.secrets ?? [])] },
  ...changes,
});

/** Grants for a call that orders one item. The picture of the item may be part of the request. */
const orderGrants = (kind: WorkKind, mediaLinks: Grants['mediaLinks'] = 'read'): Grants => ({
  tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], dailyUses: ['get', 'update'] },
  media: { ...readsInputFiles, uploads: ['get', 'put'] },
  mediaLinks,
  startsWork: [kind],
});

const paymentTables: NonNullable<Grants['tables']> = {
  userProfiles: ['get', 'update'],
  creditTransactions: ['put'],
  payments: ['get', 'put'],
};

const callsWithoutChecks: Record<EndpointName, FunctionSpec> = {
  getProfile: call('auth/get-profile', {
    tables: {
      userProfiles: ['get', 'put'],
      creditTransactions: ['put'],
      bonusClaims: ['put'],
      dailyUses: ['update'],
      admission: ['get', 'update'],
    },
    secrets: ['emailMarks'],
    readsUsers: true,
  }),
  createCheckout: call('credits/create-checkout', {
    tables: { userProfiles: ['get'], dailyUses: ['update'] },
    vendorKeys: ['stripe'],
    siteOrigin: true,
  }),
  // This call credits a payment if the webhook of the vendor has not arrived yet.
  getCheckout: call('credits/get-checkout', {
    tables: { ...paymentTables, creditTransactions: ['get', 'put'], dailyUses: ['update'] },
    vendorKeys: ['stripe'],
  }),
  // This call saves the card if the webhook of the vendor has not arrived yet.
  getAutoTopUp: call('credits/get-auto-top-up', {
    tables: { userProfiles: ['get', 'update'], dailyUses: ['update'] },
    vendorKeys: ['stripe'],
  }),
  saveAutoTopUp: call('credits/save-auto-top-up', { tables: { userProfiles: ['get', 'update'] } }),
  openCardPage: call('credits/open-card-page', {
    tables: { userProfiles: ['get', 'update'], dailyUses: ['update'] },
    vendorKeys: ['stripe'],
    siteOrigin: true,
  }),
  removeCard: call('credits/remove-card', { tables: { userProfiles: ['get', 'update'] } }),
  receiveStripeWebhook: call('credits/receive-stripe-webhook', { tables: paymentTables, vendorKeys: ['stripe'] }),
  sendWelcomeMail: call('auth/send-welcome-mail', {
    tables: { userProfiles: ['get'], dailyUses: ['update'] },
    siteOrigin: true,
    sendsMail: true,
  }),
  signOutEverywhere: call('auth/sign-out-everywhere', { tables: { dailyUses: ['put'] }, signsUsersOut: true }),
  startExport: call('auth/start-export', {
    media: { exports: ['get', 'put'] },
    mediaLinks: 'sign',
    startsExports: true,
  }),
  getExport: call('auth/get-export', { media: { exports: ['get'] }, mediaLinks: 'sign' }),
  deleteAccount: call('auth/delete-account', {
    tables: { userProfiles: ['get', 'update'], creditTransactions: ['put'], deletedAccounts: ['update'] },
  }),
  saveMarketplaces: call('auth/save-marketplaces', { tables: { userProfiles: ['update'] } }),
  listTransactions: call('credits/list-transactions', {
    tables: {
      userProfiles: ['get'],
      creditTransactions: ['query', 'query:by_created_at'],
      generationHistory: ['get'],
      imageGenerationHistory: ['get'],
    },
    mediaLinks: 'sign',
  }),
  // The upload form of a check has the permissions of this function, so that a visitor can write only to this folder.
  createCheck: call('check/create-check', { tables: { dailyUses: ['update'] }, media: { checks: ['put'] } }),
  createSellerCheck: call('check/create-seller-check', { media: { checks: ['put'] } }),
  startCheck: call('check/start-check', { media: { checks: ['get'] }, startsFileChecks: true }),
  verifyFile: call('provenance/verify-file', { tables: { signedFiles: ['get'], dailyUses: ['update'] } }),
  getCheck: call('check/get-check', { media: { checks: ['get'] } }),
  // The signed upload form has the permissions of this function, so that an upload can write only to this folder.
  createUpload: call('upload/create-upload', { media: { uploads: ['put'] } }),
  getUploadConfig: call('upload/get-upload-config', { imageHost: true }),
  // This call downloads up to 10 MB from the image host before it responds.
  adoptUpload: call('upload/adopt-upload', { media: { uploads: ['put'] }, imageHost: true }, { timeoutSeconds: callSecondsMax }),
  // This call checks a hundred uploads and writes a hundred rows before it responds.
  createBatch: call(
    'batch/create-batch',
    {
      tables: { userProfiles: ['get', 'update'], batches: ['get', 'put', 'query'], dailyUses: ['get', 'update'] },
      media: readsInputFiles,
      startsWork: orderedKinds,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  // This call checks three hundred uploads and writes three hundred rows before it responds.
  createOrder: call(
    'batch/create-order',
    {
      tables: { userProfiles: ['get', 'update'], batches: ['get', 'put'], dailyUses: ['get', 'update'] },
      media: readsInputFiles,
      startsWork: batchKinds,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  // This call checks two thousand photos before it responds.
  createQuote: call(
    'order/create-quote',
    {
      tables: { batches: ['get', 'put'], dailyUses: ['update'] },
      media: { ...readsInputFiles, orders: ['put'] },
    },
    { timeoutSeconds: callSecondsMax },
  ),
  // The next two calls start up to four batches of an order before they respond.
  startQuote: call('order/start-quote', { ...continuesOrders, schedulesOrders: true }, { timeoutSeconds: callSecondsMax }),
  controlOrder: withSlots(
    call(
      'order/control-order',
      {
        ...continuesOrders,
        tables: { ...continuesOrders.tables, batches: ['get', 'put', 'query', 'update', 'check'], creditTransactions: ['put'] },
      },
      { timeoutSeconds: callSecondsMax },
    ),
  ),
  getOrder: call('order/get-order', { tables: { batches: ['get', 'query'] } }),
  listActiveBatches: call('batch/list-active-batches', { tables: { batches: ['get', 'query', 'query:active_by_user'] } }),
  getBatch: call('batch/get-batch', {
    tables: { batches: ['query'], admission: ['get', 'query:by_queue_key'] },
    mediaLinks: 'sign',
  }),
  // This call marks and releases a hundred items before it responds with the batch.
  cancelBatch: withSlots(
    call(
      'batch/cancel-batch',
      {
        tables: { userProfiles: ['update'], batches: ['get', 'query', 'update', 'check'], creditTransactions: ['put'] },
        mediaLinks: 'sign',
        completesTasks: true,
      },
      { timeoutSeconds: callSecondsMax },
    ),
  ),
  retryBatch: call(
    'batch/retry-batch',
    {
      tables: {
        userProfiles: ['get', 'update'],
        batches: ['get', 'put', 'query', 'update'],
        dailyUses: ['get', 'update'],
        generationHistory: ['update'],
        imageGenerationHistory: ['update'],
      },
      // This call checks the photos of edits again.
      media: readsInputFiles,
      startsWork: orderedKinds,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  keepItem: call('batch/keep-item', {
    tables: { batches: ['get', 'update'], generationHistory: ['update'], imageGenerationHistory: ['update'] },
  }),
  listHistory: call('history/list-history', {
    tables: {
      generationHistory: ['query:by_created_at'],
      imageGenerationHistory: ['query:by_created_at'],
      batches: ['query'],
      pipelineRuns: ['query'],
    },
    mediaLinks: 'sign',
  }),
  getHistory: call('history/get-history', {
    tables: { generationHistory: ['get'], imageGenerationHistory: ['get'], batches: ['query'], pipelineRuns: ['query'] },
    mediaLinks: 'sign',
  }),
  nameHistory: call('history/name-history', { tables: { generationHistory: ['update'], imageGenerationHistory: ['update'] } }),
  // This call may read two hundred batches before it responds, because each of the two hundred results can belong to a different batch.
  createDownload: call(
    'download/create-download',
    {
      tables: { batches: ['query'], pipelineRuns: ['get'], dailyUses: ['update'] },
      media: { archives: ['get', 'put'] },
      mediaLinks: 'sign',
      startsArchives: true,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  getDownload: call('download/get-download', { media: { archives: ['get'] }, mediaLinks: 'sign' }),
  // This call downloads and measures ten results before it responds.
  startFinish: call(
    'finish/start-finish',
    {
      tables: { batches: ['query'], pipelineRuns: ['get'], dailyUses: ['update'] },
      media: { results: ['get'], originals: ['get'], finished: ['get', 'put'] },
      mediaLinks: 'sign',
      startsFinishes: true,
    },
    { memoryMb: memoryMbMax, timeoutSeconds: callSecondsMax, layers: ['sharp', 'node-av'] },
  ),
  getFinish: call('finish/get-finish', { media: { finished: ['get'] }, mediaLinks: 'sign' }),
  // The call may read five hundred batches before it responds, because each of the five hundred results can belong to a different batch.
  createPackage: call(
    'package/create-package',
    {
      tables: { batches: ['query'], pipelineRuns: ['get'], dailyUses: ['update'] },
      media: { finished: ['get', 'put'] },
      mediaLinks: 'sign',
      startsPackages: true,
    },
    { timeoutSeconds: callSecondsMax },
  ),
  getPackage: call('package/get-package', { media: { finished: ['get'] }, mediaLinks: 'sign' }),
  getFileNames: call('package/get-file-names', { media: { settings: ['get'] } }),
  saveFileNames: call('package/save-file-names', { media: { settings: ['put'] } }),
  listProducts: call('products/list-products', { tables: { products: ['query'] }, mediaLinks: 'sign' }),
  // This call reads, decodes and stores up to twelve photos before it responds.
  importProducts: call(
    'products/import-products',
    {
      tables: { products: ['get', 'put', 'update'], dailyUses: ['update'] },
      media: { uploads: ['get'], 'product-photos': ['put', 'delete'] },
    },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  deleteProducts: call('products/delete-products', {
    tables: { products: ['get', 'update', 'delete'] },
    media: { 'product-photos': ['delete'] },
  }),
  // This call downloads up to 8 MB from a host of the internet before it responds.
  fetchPhoto: call('products/fetch-photo', { media: { uploads: ['put'] } }, { timeoutSeconds: callSecondsMax }),
  // The following single calls order a batch of one item. The picture of the item may be part of the request.
  generateVideo: call('video/generate-video', orderGrants('video'), { timeoutSeconds: callSecondsMax }),
  generateGeminiVideo: call(
    'video/generate-gemini-video',
    { ...orderGrants('video'), providers: ['video'] },
    { timeoutSeconds: callSecondsMax },
  ),
  generateOpenaiImage: call('image/generate-openai-image', orderGrants('image', 'sign'), { timeoutSeconds: callSecondsMax }),
  generateGeminiImage: call('image/generate-gemini-image', orderGrants('image', 'sign'), { timeoutSeconds: callSecondsMax }),
  orderBackgroundRemoval: call('photo-edit/order-background-removal', orderGrants('photo-edit'), { timeoutSeconds: callSecondsMax }),
  orderImageEditing: call('photo-edit/order-image-editing', orderGrants('photo-edit'), { timeoutSeconds: callSecondsMax }),
  getPhotoEdit: call('photo-edit/get-photo-edit', {
    tables: { batches: ['get'] },
    mediaLinks: 'sign',
  }),
  keepPhotoEdit: call('photo-edit/keep-photo-edit', { tables: { batches: ['get', 'update'] } }),
  checkOperation: call('batch/check-operation', { tables: { batches: ['query'] }, mediaLinks: 'sign' }),
  // The photo may have 8192 × 8192 pixels, and the vendor needs some seconds.
  writePrompt: call(
    'ai-write/write-prompt',
    {
      tables: { dailyUses: ['update'] },
      media: readsInputFiles,
      mediaLinks: 'read',
      vendorKeys: ['gemini', 'openai'],
      providers: ['prompt'],
    },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  preprocessImage: call(
    'video/preprocess-image',
    { tables: { dailyUses: ['update'] }, media: { ...readsInputFiles, uploads: ['get', 'put'] }, mediaLinks: 'sign' },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  outpaintImage: call(
    'video/outpaint-image',
    {
      tables: { dailyUses: ['update'] },
      media: { ...readsInputFiles, uploads: ['get', 'put'] },
      mediaLinks: 'sign',
      vendorKeys: ['stability'],
    },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  // This call encodes eight seconds of 1080p before it responds.
  cropResult: call(
    'video/crop-result',
    {
      tables: { batches: ['query', 'update'], dailyUses: ['update'] },
      media: { results: ['get', 'put', 'delete'] },
      mediaLinks: 'sign',
      invokesSigner: true,
    },
    { memoryMb: memoryMbMax, timeoutSeconds: callSecondsMax, layers: ['sharp', 'node-av'] },
  ),
  // An analysis scales two pictures of 8192 × 8192 pixels down for the vendor. An evaluation scales four pictures down.
  analyzeTransformation: call(
    'pipeline/analyze-transformation',
    { tables: { dailyUses: ['update'] }, media: readsInputFiles, mediaLinks: 'read', vendorKeys: ['openai'] },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  evaluateImage: call(
    'pipeline/evaluate-image',
    { tables: { dailyUses: ['update'] }, media: readsInputFiles, mediaLinks: 'read', vendorKeys: ['openai'] },
    { memoryMb: 2048, timeoutSeconds: callSecondsMax, layers: ['sharp'] },
  ),
  generatePipelineImage: call('image/generate-pipeline-image', orderGrants('image', 'sign'), { timeoutSeconds: callSecondsMax }),
  startRun: call(
    'pipeline/start-run',
    {
      tables: {
        userProfiles: ['get', 'update'],
        batches: ['get', 'put'],
        pipelineRuns: ['put', 'query'],
        imageGenerationHistory: ['get'],
        dailyUses: ['get', 'update'],
      },
      media: readsInputFiles,
      mediaLinks: 'sign',
      startsWork: ['pipeline'],
    },
    { timeoutSeconds: callSecondsMax },
  ),
  listRuns: call('pipeline/list-runs', {
    tables: { pipelineRuns: ['get', 'query:by_created_at'] },
    mediaLinks: 'sign',
  }),
  getRun: call('pipeline/get-run', { tables: { pipelineRuns: ['query'], imageGenerationHistory: ['get'] }, mediaLinks: 'sign' }),
  // This call ends a paused run. It copies the best image and writes the history row.
  stopRun: withSlots(
    call(
      'pipeline/stop-run',
      {
        tables: { batches: ['get', 'update'], pipelineRuns: ['get', 'query', 'update'], imageGenerationHistory: ['get', 'update'] },
        media: { iterations: ['get'], results: ['put'] },
        mediaLinks: 'sign',
      },
      { timeoutSeconds: callSecondsMax },
    ),
  ),
  continueRun: call(
    'pipeline/continue-run',
    {
      tables: {
        userProfiles: ['update'],
        batches: ['get', 'put', 'update'],
        pipelineRuns: ['get', 'query', 'update'],
        imageGenerationHistory: ['get'],
        dailyUses: ['update'],
      },
      mediaLinks: 'sign',
      startsWork: ['pipeline'],
    },
    { timeoutSeconds: callSecondsMax },
  ),
  keepRunResult: call('pipeline/keep-run-result', {
    tables: { pipelineRuns: ['get', 'update'], imageGenerationHistory: ['update'] },
  }),
  receiveFalWebhook: call('video/receive-fal-webhook', {
    tables: { batches: ['get', 'put', 'update'] },
    secrets: ['webhook'],
    completesTasks: true,
    startsLateVideo: true,
  }),
};

/** Adds the grants for the checks before a call. These checks are about the session, the account and its limits. */
function withChecks(name: EndpointName, spec: FunctionSpec): FunctionSpec {
  const specWithLimits = isLimited(name) ? withTableGrants(spec, { userProfiles: ['get'], dailyUses: ['update'] }) : spec;
  return checksSession(name) ? withTableGrants(specWithLimits, { dailyUses: ['get'] }) : specWithLimits;
}

export const calls = Object.fromEntries(
  Object.entries(callsWithoutChecks).map(([name, spec]) => [name, withChecks(name as EndpointName, spec)]),
) as Record<EndpointName, FunctionSpec>;
