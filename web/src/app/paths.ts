import { callbackPath } from '#web/lib/session/session.ts';

/** Every address of the page (SPEC 2, routes). */
export const paths = {
  home: '/',
  singleVideo: '/image-to-video',
  batchVideo: '/batch-image-to-video',
  batchImage: '/batch-image-to-image',
  history: '/history',
  authCallback: callbackPath,
} as const;
