/**
 * Imitates the Gemini API if no key is set: same HTTP interface, texts about the picture, edited pictures, real videos (facts:
 * docs/vendors.md).
 */
import { join } from 'node:path';
import { createQuickClips } from '../../demo/clips/quick-clips.ts';
import { createCallLog } from '../kit/call-log.ts';
import { controlRoutes } from '../kit/control-routes.ts';
import { type Opened, type Opening, type StandIn, startServer } from '../kit/server.ts';
import { createGeminiScript } from './faults.ts';
import { imageRoutes } from './generate-image.ts';
import { geminiRefusals } from './google-errors.ts';
import { openOperationStore } from './operation-store.ts';
import { createOperations } from './operations.ts';
import { textRoutes } from './text-routes.ts';
import { videoRoutes } from './video-routes.ts';

/** Three photos of 20 MB as base64, plus the rest of the input. */
const bodyBytesMax = 90 * 1024 * 1024;
const paidRoutes = ['predict-long-running', 'generate-content', 'generate-image'];

export type GeminiStandInOptions = {
  /** Contains the operations and the videos. Unfinished operations continue after the next start. */
  directory: string;
  /** A free port by default. */
  port?: number;
};

/** Its stop() also kills renders. */
export const startGeminiStandIn = ({ directory, port }: GeminiStandInOptions): Promise<StandIn> =>
  startServer({ port, bodyBytesMax, refusals: geminiRefusals, open: (opening) => open(directory, opening) });

function open(directory: string, { url: baseUrl, stopping }: Opening): Opened {
  const store = openOperationStore(directory, new Date());
  const operations = createOperations({ store, quickClips: createQuickClips(join(directory, 'quick-clips')) });
  const script = createGeminiScript();
  const log = createCallLog((route, status) => paidRoutes.includes(route) && status === 200);
  operations.resume();
  const routes = [
    ...controlRoutes({ script, log }),
    ...videoRoutes({ store, operations, script, baseUrl, stopping }),
    ...imageRoutes({ script, stopping }),
    ...textRoutes({ script, stopping }),
  ];
  return { routes, log, stop: () => operations.stop() };
}
