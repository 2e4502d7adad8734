/**
 * The calls that download, finish, pack, check and verify files. They are in a separate stack, because one stack can have at most 500
 * resources, and every call needs six of them.
 */
import type { EndpointName } from '#shared/endpoints.ts';

export const fileCalls: ReadonlySet<EndpointName> = new Set([
  'createDownload',
  'getDownload',
  'startFinish',
  'getFinish',
  'createPackage',
  'getPackage',
  'getFileNames',
  'saveFileNames',
  'createCheck',
  'createSellerCheck',
  'startCheck',
  'getCheck',
  'verifyFile',
] satisfies EndpointName[]);
