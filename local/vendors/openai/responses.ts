/** `POST /v1/responses`. */
import { writeScene } from '../../demo/texts/write-scene.ts';
import type { Answer, Call } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import { newId, parameterError } from './errors.ts';
import { type Fault, type OpenaiScript, scriptedError } from './faults.ts';
import { judgedIn } from './judged.ts';
import { type TextRequest, textRequest } from './text-request.ts';

/** An estimate: a token has about four letters in a European language. */
const lettersPerToken = 4;

export async function answerResponses({ json }: Call, script: OpenaiScript): Promise<Answer> {
  const { data: request, error } = await textRequest.safeParseAsync(json);
  if (!request) return parameterError(error, json);
  const faults = script.take(request.instruction);
  return scriptedError(faults) ?? { ...(await success(request, faults)), faults };
}

async function success(request: TextRequest, faults: readonly Fault[]): Promise<Answer> {
  const written = await writtenAbout(request);
  const full = faultOf(faults, 'no-text') ? '' : faultOf(faults, 'off-schema') ? '{"verdict":"PASS"}' : written;
  const { text, incomplete } = cutShort(full, request.outputTokensMax, faultOf(faults, 'incomplete')?.reason);
  const part = faultOf(faults, 'refuse')
    ? { type: 'refusal', refusal: "I'm sorry, but I can't help with that." }
    : { type: 'output_text', annotations: [], logprobs: [], text };
  const status = incomplete ? 'incomplete' : 'completed';
  const message = { id: newId('msg'), type: 'message', status, role: 'assistant', content: [part] };
  const json = {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: null,
    incomplete_details: incomplete ? { reason: incomplete } : null,
    model: request.model,
    output: [message],
  };
  return { status: 200, json, headers: { 'x-request-id': newId('req') } };
}

async function writtenAbout(request: TextRequest): Promise<string> {
  const { pictures, instruction, format } = request;
  if (format) return (await judgedIn(request)) ?? '{}';
  const picture = pictures.at(-1)?.bytes;
  if (!picture) return 'There is no picture to write about.';
  return writeScene(picture, instruction);
}

type IncompleteReason = 'max_output_tokens' | 'content_filter';

/** Cuts the text at its token limit, or in the middle if scripted. */
function cutShort(
  text: string,
  tokensMax = Number.POSITIVE_INFINITY,
  scripted?: IncompleteReason,
): { text: string; incomplete?: IncompleteReason } {
  const tokens = Math.ceil(Buffer.byteLength(text) / lettersPerToken);
  const allowed = scripted ? Math.ceil(tokens / 2) : tokensMax;
  if (!scripted && tokens <= allowed) return { text };
  const characters = [...text];
  const kept = characters.slice(0, Math.floor((characters.length * allowed) / Math.max(tokens, 1))).join('');
  return { text: kept, incomplete: scripted ?? 'max_output_tokens' };
}
