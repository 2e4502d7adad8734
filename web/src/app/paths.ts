import { callbackPath } from '#web/lib/session/session.ts';

/** Every address of the page (SPEC 2, routes). */
export const paths = {
  home: '/',
  singleVideo: '/image-to-video',
  batchVideo: '/batch-image-to-video',
  batchImage: '/batch-image-to-image',
  pipeline: '/auto-image-pipeline',
  pricing: '/pricing',
  history: '/history',
  photoEdit: '/photoroom-test',
  transactions: '/transactions',
  account: '/account',
  authCallback: callbackPath,
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
} as const;

/** Of the pipeline's address: the run that it shows, rather than the newest. */
export const runParameter = 'run';
