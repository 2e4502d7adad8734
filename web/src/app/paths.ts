import { callbackPath } from '#web/lib/session/session.ts';

/** Every address of the page (SPEC 2, routes). */
export const paths = {
  home: '/',
  batchVideo: '/batch-image-to-video',
  history: '/history',
  authCallback: callbackPath,
} as const;
