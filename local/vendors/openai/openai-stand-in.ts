/** Imitates OpenAI if no key is set: `POST /v1/responses` writes about pictures, and `POST /v1/images/edits` edits pictures. */
import { type StandIn, startServer } from '../kit/server.ts';
import { openaiError } from './errors.ts';
import { createOpenaiScript } from './faults.ts';
import { respondToImagesEdits } from './images-edits.ts';
import { respondToResponses } from './responses.ts';

/** This size is enough for three photos of 50 MB each. 50 MB is the limit for one photo. */
const bodyBytesMax = 160 * 1024 * 1024;

export function startOpenaiStandIn(): Promise<StandIn> {
  const script = createOpenaiScript();
  return startServer({
    bodyBytesMax,
    script,
    paidRoutes: ['responses', 'images-edits'],
    error: (status, message) => openaiError({ status, message, type: status === 500 ? 'server_error' : 'invalid_request_error' }),
    keyError: ({ headers }) =>
      /^Bearer \S+$/.test(headers.authorization ?? '')
        ? undefined
        : openaiError({ status: 401, message: "You didn't provide an API key." }),
    open: () => ({
      routes: [
        { name: 'responses', method: 'POST', path: /^\/v1\/responses$/, respond: (call) => respondToResponses(call, script) },
        { name: 'images-edits', method: 'POST', path: /^\/v1\/images\/edits$/, respond: (call) => respondToImagesEdits(call, script) },
      ],
    }),
  });
}
