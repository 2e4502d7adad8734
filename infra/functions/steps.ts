/**
 * One function for each step of a state machine. This file contains the steps that several machines use. ../work.ts contains the steps of
 * one kind of work.
 */
import { work } from '../work.ts';
import {
  type FunctionSpec,
  memoryMbMax,
  paidStep,
  readsInputFiles,
  sendsDoneMails,
  settlingStep,
  step,
  wholeCoreMb,
  withSlots,
  writesOrders,
} from './spec.ts';

const commonSteps = {
  // A decoded photo of 8192 × 8192 pixels needs 200 MB. The rotation needs two copies of the photo.
  ingestPhoto: step(
    'batch/ingest-photo',
    { tables: { batches: ['get', 'update'] }, media: { ...readsInputFiles, ingested: ['get', 'put'] } },
    { memoryMb: 2048, timeoutSeconds: 60, layers: ['sharp'] },
  ),
  // The step runs before each paid request. It adds the item to the queue of its lane, or continues the item immediately.
  requestSlot: withSlots(step('batch/request-slot', { tables: { batches: ['get'], admission: ['put'] }, providers: ['video', 'prompt'] })),
  // The ingested photo has at most 3840 pixels per side. The time-out of the adapters is 24 s.
  writeItemPrompt: withSlots(
    paidStep(
      'ai-write/write-item-prompt',
      {
        tables: { batches: ['get', 'update'] },
        media: { ingested: ['get'] },
        vendorKeys: ['gemini', 'openai'],
        providers: ['prompt'],
      },
      { memoryMb: wholeCoreMb, timeoutSeconds: 60, layers: ['sharp'] },
    ),
  ),
  captureItem: withSlots(
    step('batch/capture-item', {
      tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'] },
    }),
  ),
  // The released credits may pay a debt. Such a payment adds a ledger row.
  releaseItem: withSlots(
    settlingStep('batch/release-item', {
      tables: { userProfiles: ['update'], batches: ['get', 'update', 'check'], creditTransactions: ['put'] },
    }),
  ),
  // The step signs a file of at most 200 MB, which takes less than a second after its download. The layer of this function has 48 MB.
  // Together with the media layers, the function would be too near the limit of 250 MB.
  signFile: step(
    'provenance/sign-file',
    {
      tables: { batches: ['get', 'update'], pipelineRuns: ['get'], signedFiles: ['put'] },
      media: { results: ['get', 'put', 'delete'], iterations: ['get', 'put', 'delete'], finished: ['get', 'put'] },
      signsCredentials: true,
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['c2pa'] },
  ),
  finishBatch: step('batch/finish-batch', {
    tables: {
      userProfiles: ['update'],
      batches: ['get', 'query', 'update'],
      generationHistory: ['update'],
      imageGenerationHistory: ['update'],
      products: ['update'],
    },
  }),
  // The step sends the mail after its batch has ended. If the batch belongs to an order, the step waits until all batches of the order have
  // ended.
  sendDoneMail: step('batch/send-done-mail', sendsDoneMails),
  // The step starts up to four batches of a large order after one of its batches has ended.
  continueOrder: step('order/continue-order', { ...writesOrders, startsNextBatches: true }, { timeoutSeconds: 60 }),
  // The step copies at most 4 GB within S3, with 24 MB in memory.
  makeArchive: step(
    'download/make-archive',
    { media: { results: ['get'], archives: ['get', 'put'] } },
    { memoryMb: wholeCoreMb, timeoutSeconds: 600 },
  ),
  giveUpArchive: step('download/give-up-archive', { media: { archives: ['get', 'put'] } }),
  // The step encodes at most sixteen seconds of 1080p in two passes. If the size is wrong, it repeats the second pass up to three times.
  makeFile: step(
    'finish/make-file',
    {
      tables: { batches: ['get'] },
      media: { results: ['get'], originals: ['get'], ingested: ['get'], finished: ['get', 'put', 'delete'] },
      invokesSigner: true,
    },
    { memoryMb: memoryMbMax, timeoutSeconds: 600, layers: ['sharp', 'node-av'] },
  ),
  giveUpFile: step('finish/give-up-file', { media: { finished: ['get', 'put'] } }),
  // The step reads up to 2,500 records, twenty at a time.
  planPackage: step(
    'package/plan-package',
    { tables: { products: ['get'] }, media: { finished: ['get', 'put'] } },
    { memoryMb: 1024, timeoutSeconds: 120 },
  ),
  // The step copies at most 2 GB within S3, with 24 MB in memory.
  makePart: step('package/make-part', { media: { finished: ['get', 'put'] } }, { memoryMb: wholeCoreMb, timeoutSeconds: 600 }),
  endPackage: step('package/end-package', { media: { finished: ['get', 'put'] } }),
  // The file is streamed. The time-out is long, because the function signs the URLs of up to hundreds of thousands of items.
  makeExport: step(
    'auth/make-export',
    {
      tables: {
        userProfiles: ['get'],
        creditTransactions: ['query:by_created_at'],
        batches: ['get', 'query', 'query:by_user'],
        pipelineRuns: ['query'],
        products: ['query'],
      },
      media: { exports: ['get', 'put'], settings: ['get'], orders: ['get'] },
      mediaLinks: 'sign',
      listsMedia: true,
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 900 },
  ),
  // This step decodes files of visitors, so it may read and write only the folder of checks.
  checkUpload: step(
    'check/check-upload',
    { media: { checks: ['get', 'put', 'erase'] } },
    { memoryMb: 2048, timeoutSeconds: 60, layers: ['sharp', 'node-av'] },
  ),
  giveUpCheck: step('check/give-up-check', { media: { checks: ['get', 'put'] } }),
  giveUpExport: step('auth/give-up-export', { media: { exports: ['get', 'put'] } }),
} as const;

export type StepName = keyof typeof commonSteps | { [Kind in keyof typeof work]: keyof (typeof work)[Kind]['steps'] }[keyof typeof work];

export const steps = Object.assign({}, commonSteps, ...Object.values(work).map((one) => one.steps)) as Record<StepName, FunctionSpec>;
