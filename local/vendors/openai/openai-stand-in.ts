/** Imitates OpenAI if no key is set: `POST /v1/responses` describes the picture, `POST /v1/images/edits` edits it by the prompt. */
import { createCallLog } from '../kit/call-log.ts';
import { controlRoutes } from '../kit/control-routes.ts';
import type { Call } from '../kit/http.ts';
import { type StandIn, startServer } from '../kit/server.ts';
import { openaiError } from './errors.ts';
import { createOpenaiScript } from './faults.ts';
import { imagesEditsHandler } from './images-edits.ts';
import { responsesHandler } from './responses.ts';

/** Three photos of 50 MB, the limit of each. */
const bodyBytesMax = 160 * 1024 * 1024;
const paidRoutes = ['responses', 'images-edits'];

const keyless = ({ headers }: Call) =>
  /^Bearer \S+$/.test(headers.authorization ?? '')
    ? undefined
    : openaiError({
        status: 401,
        message: "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.",
      });

export const startOpenaiStandIn = ({ port }: { port?: number } = {}): Promise<StandIn> =>
  startServer({
    port,
    bodyBytesMax,
    refusals: {
      keyless,
      unknown: (status) => openaiError({ status, message: status === 405 ? 'Not allowed to use this method on this URL' : 'Invalid URL' }),
      tooLarge: () => openaiError({ status: 413, message: 'Maximum content size limit exceeded' }),
      failed: (error) => openaiError({ status: 500, message: String(error), type: 'server_error' }),
    },
    open: ({ stopping }) => {
      const script = createOpenaiScript();
      const log = createCallLog((route, status) => paidRoutes.includes(route) && status === 200);
      const responses = { name: 'responses', method: 'POST', path: /^\/v1\/responses$/, access: 'key' } as const;
      const imagesEdits = { name: 'images-edits', method: 'POST', path: /^\/v1\/images\/edits$/, access: 'key' } as const;
      return {
        log,
        routes: [
          ...controlRoutes({ script, log }),
          { ...responses, answer: responsesHandler({ script, stopping }) },
          { ...imagesEdits, answer: imagesEditsHandler({ script, stopping }) },
        ],
      };
    },
  });
