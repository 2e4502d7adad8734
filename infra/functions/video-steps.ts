/** The steps of one video. */
import { paidStep, settlingStep, step, wholeCoreMb, withSlots } from './spec.ts';

export const videoSteps = {
  // The ingested photo has at most 3840 pixels per side. The function has a whole core, so it renders the frame in less than a second.
  preprocessPhoto: step(
    'video/preprocess-photo',
    { tables: { batches: ['get', 'update'] }, media: { ingested: ['get'], frames: ['get', 'put'] } },
    { memoryMb: wholeCoreMb, layers: ['sharp'] },
  ),
  // A vendor usually needs 5 to 20 s. The time-out of the adapter is a minute. After the response, the step decodes the result and places
  // the photo on it.
  outpaintPhoto: withSlots(
    paidStep(
      'video/outpaint-photo',
      { tables: { batches: ['get', 'update'] }, media: { frames: ['get', 'put'] }, vendorKeys: ['stability'] },
      { memoryMb: wholeCoreMb, timeoutSeconds: 90, layers: ['sharp'] },
    ),
  ),
  startGeneration: paidStep(
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
  awaitResult: step('video/await-result', { tables: { batches: ['get', 'update'] }, completesTasks: true }),
  // The step makes at most two requests of 15 s each, for the status and the result. If the order has timed out, it makes up to three
  // attempts of 5 s each to cancel the order.
  pollGeneration: step(
    'video/poll-generation',
    { tables: { batches: ['get', 'update'] }, vendorKeys: ['fal', 'gemini'] },
    { timeoutSeconds: 60 },
  ),
  decideRetry: withSlots(settlingStep('video/decide-retry', { tables: { batches: ['get', 'update'] } })),
  stopGeneration: step('video/stop-generation', { tables: { batches: ['get'] }, vendorKeys: ['fal', 'gemini'] }),
  // Videos of Gemini are downloaded with the Gemini key. The memory must be enough for FFmpeg and for the whole video (at most 200 MB),
  // because the video is copied from /tmp to S3.
  storeResult: withSlots(
    step(
      'video/store-result',
      { tables: { batches: ['get', 'update'] }, media: { originals: ['put'], results: ['put'] }, vendorKeys: ['gemini'] },
      { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['sharp', 'node-av'] },
    ),
  ),
  // The step downloads and crops a video in one invocation.
  storeLateResult: step(
    'video/store-late-result',
    {
      tables: { batches: ['get', 'update'], generationHistory: ['update'] },
      media: { originals: ['put'], results: ['put', 'delete'] },
      vendorKeys: ['gemini'],
      invokesSigner: true,
    },
    { memoryMb: wholeCoreMb, timeoutSeconds: 180, layers: ['sharp', 'node-av'] },
  ),
  // The step decodes and encodes eight seconds of 1080p. One core encodes a few dozen frames per second.
  cropVideo: step(
    'video/crop-video',
    { tables: { batches: ['get', 'update'] }, media: { originals: ['get'], results: ['put'] } },
    { memoryMb: wholeCoreMb, timeoutSeconds: 120, layers: ['sharp', 'node-av'] },
  ),
  keepOriginal: step('video/keep-original', {
    tables: { batches: ['get', 'update'] },
    media: { originals: ['get'], results: ['put'] },
  }),
} as const;
