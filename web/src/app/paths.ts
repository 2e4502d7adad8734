import { callbackPath } from '#web/lib/session/session.ts';

/** All routes of the site (docs/spec.md 2.1). */
export const paths = {
  home: '/',
  singleVideo: '/image-to-video',
  batchVideo: '/batch-image-to-video',
  batchImage: '/batch-image-to-image',
  pipeline: '/auto-image-pipeline',
  pricing: '/pricing',
  products: '/products',
  marketplaces: '/marketplaces',
  check: '/check',
  verify: '/verify',
  history: '/history',
  order: '/order',
  photoEdit: '/photoroom-test',
  transactions: '/transactions',
  account: '/account',
  authCallback: callbackPath,
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
  signIn: '/sign-in',
  terms: '/terms',
  privacy: '/privacy',
  refunds: '/refunds',
} as const;

/**
 * Query parameter of the before/after page (`paths.pipeline`). Its value is the id of the shown run. Without this parameter, the page
 * selects a run.
 */
export const runParameter = 'run';

/** Query parameter of the history (`paths.history`). Its value is the id of the shown large order. */
export const orderParameter = 'order';
