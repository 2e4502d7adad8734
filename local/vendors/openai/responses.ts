/** `POST /v1/responses`. */
import sharp from 'sharp';
import { writeScene } from '../../demo/texts/write-scene.ts';
import { type Answer, jsonOf } from '../kit/http.ts';
import type { Handler } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import { newId, openaiError, scriptedErrors } from './errors.ts';
import type { createOpenaiScript } from './faults.ts';
import { judgedIn } from './judged.ts';
import { readRequest, type TextRequest } from './request.ts';

/** About four letters of a European language. */
const lettersPerToken = 4;
/** A picture costs one token for each 32 × 32 pixels, up to a limit. */
const patchSide = 32;
const patchesMax = 1536;

type Script = ReturnType<typeof createOpenaiScript>;
type Faults = ReturnType<Script['take']>;

export const responsesHandler =
  ({ script, stopping }: { script: Script; stopping: AbortSignal }): Handler =>
  async ({ body }) => {
    const read = await readRequest(jsonOf(body));
    if ('refusal' in read) return read.refusal;
    const faults = script.take(read.request.instruction);
    const error = faultOf(faults, 'error');
    const answer = error ? openaiError({ ...scriptedErrors[error.code], code: error.code }) : await success(read.request, faults);
    return applyWireFaults(answer, faults, stopping);
  };

async function success(request: TextRequest, faults: Faults): Promise<Answer> {
  const written = await writtenAbout(request);
  const failed = faultOf(faults, 'failed');
  const full = faultOf(faults, 'no-text') ? '' : faultOf(faults, 'off-schema') ? '{"verdict":"PASS"}' : written;
  const { text, outputTokens, incomplete } = cutShort(full, request, faultOf(faults, 'incomplete')?.reason);
  const part = faultOf(faults, 'refuse')
    ? { type: 'refusal', refusal: "I'm sorry, but I can't help with that." }
    : { type: 'output_text', annotations: [], logprobs: [], text };
  const status = failed ? 'failed' : incomplete ? 'incomplete' : 'completed';
  const message = {
    id: newId('msg'),
    type: 'message',
    status: incomplete ? 'incomplete' : 'completed',
    role: 'assistant',
    content: [part],
  };
  const inputTokens = Math.ceil(request.instruction.length / lettersPerToken) + (await patchesOf(request));
  const json = {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: failed ? { code: failed.code, message: 'The response failed.' } : null,
    incomplete_details: incomplete ? { reason: incomplete } : null,
    instructions: null,
    max_output_tokens: request.outputTokensMax,
    model: request.model,
    output: failed ? [] : [message],
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    usage: failed
      ? null
      : {
          input_tokens: inputTokens,
          input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
          output_tokens: outputTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: inputTokens + outputTokens,
        },
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
  { outputTokensMax }: TextRequest,
  scripted: IncompleteReason | undefined,
): { text: string; outputTokens: number; incomplete?: IncompleteReason } {
  const tokens = Math.ceil(Buffer.byteLength(text) / lettersPerToken);
  const allowed = scripted ? Math.ceil(tokens / 2) : (outputTokensMax ?? tokens);
  if (!scripted && tokens <= allowed) return { text, outputTokens: tokens };
  const characters = [...text];
  const kept = characters.slice(0, Math.floor((characters.length * allowed) / Math.max(tokens, 1))).join('');
  return { text: kept, outputTokens: allowed, incomplete: scripted ?? 'max_output_tokens' };
}

async function patchesOf({ pictures }: TextRequest): Promise<number> {
  let patches = 0;
  for (const { bytes } of pictures) {
    const { width, height } = await sharp(bytes).metadata();
    patches += Math.min(patchesMax, Math.ceil(width / patchSide) * Math.ceil(height / patchSide));
  }
  return patches;
}
