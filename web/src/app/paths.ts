import { callbackPath } from '#web/lib/session/session.ts';

/** Every address of the page (SPEC 2, routes). */
export const paths = {
  home: '/',
  singleVideo: '/image-to-video',
  batchVideo: '/batch-image-to-video',
  history: '/history',
  authCallback: callbackPath,
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
} as const;
