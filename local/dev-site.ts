/** Serves the pages from their sources with hot reload, instead of the built pages (`npm run dev`). */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { linkedFolders } from '#shared/upload/media-folders.ts';
import type { Handler } from './aws/cloudfront/front-server.ts';
import type { Cloud } from './template/resource-type.ts';

/** For these paths, the local cloud always responds itself, without Vite. */
const cloudPaths = new RegExp(String.raw`^/(api|config\.json|status\.json|${linkedFolders.join('|')})(/|\?|$)`);

export async function createDevSite(cloud: Cloud): Promise<Handler> {
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)),
    mode: 'local-cloud',
    server: { middlewareMode: true },
  });
  cloud.onStop(() => vite.close());
  return (request, response) =>
    new Promise((resolve) => {
      if (cloudPaths.test(request.url ?? '')) return resolve(false);
      response.once('close', () => resolve(true));
      vite.middlewares(request, response, () => resolve(false));
    });
}
