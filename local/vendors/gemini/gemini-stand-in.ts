/**
 * Imitates the Gemini API if no key is set. The stand-in has the same HTTP interface, writes texts about a picture, edits pictures and
 * makes real videos (facts: docs/vendors.md).
 */
import { join } from 'node:path';
import { createClips, removeOldFiles } from '../kit/clips.ts';
import { openRecords } from '../kit/records.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { contentRoutes } from './content-routes.ts';
import { createGeminiScript } from './faults.ts';
import { googleError } from './google-errors.ts';
import { createVideoRoutes, type Operation } from './video-routes.ts';

/** This size is enough for three photos of 20 MB as base64 and the other fields of the input. */
const bodyBytesMax = 90 * 1024 * 1024;
/** Google keeps videos for two days. */
const fileAgeMsMax = 2 * 24 * 3600_000;

/**
 * `stop()` of the returned stand-in also kills its renders.
 * @param directory contains the operations and the videos. Unfinished operations continue after the next start.
 */
export function startGeminiStandIn({ directory }: { directory: string }): Promise<StandIn> {
  const script = createGeminiScript();
  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: ['predict-long-running', 'generate-content', 'generate-image'],
    error: (status, message) => googleError(status === 500 ? 'INTERNAL' : status === 413 ? 'INVALID_ARGUMENT' : 'NOT_FOUND', message),
    keyError: ({ headers }) =>
      headers['x-goog-api-key']
        ? undefined
        : googleError('PERMISSION_DENIED', "Method doesn't allow unregistered callers. Please use API Key."),
    open(baseUrl) {
      const clips = createClips(join(directory, 'files'), fileAgeMsMax);
      removeOldFiles(join(directory, 'operations'), fileAgeMsMax);
      const operations = openRecords<Operation>(join(directory, 'operations'));
      const videos = createVideoRoutes({ operations, clips, script, baseUrl });
      return { routes: [...videos.routes, ...contentRoutes(script)], stop: clips.stop };
    },
  });
}
