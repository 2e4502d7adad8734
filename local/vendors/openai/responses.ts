/** The route `POST /v1/responses`. */
import { writeScene } from '../../demo/texts/write-scene.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import { faultOf } from '../kit/script.ts';
import { newId, parameterError } from './errors.ts';
import { type Fault, type OpenaiScript, scriptedError } from './faults.ts';
import { judgePictures } from './judge-pictures.ts';
import { type TextRequest, textRequest } from './text-request.ts';

/** Estimated number of letters of a token in a European language. */
const lettersPerToken = 4;

export async function respondToResponses({ json }: Call, script: OpenaiScript): Promise<VendorResponse> {
  const { data: request, error } = await textRequest.safeParseAsync(json);
  if (!request) return parameterError(error, json);
  const faults = script.take(request.instruction);
  return scriptedError(faults) ?? { ...(await createTextResponse(request, faults)), faults };
}

async function createTextResponse(request: TextRequest, faults: readonly Fault[]): Promise<VendorResponse> {
  const modelText = await writeText(request);
  const fullText = faultOf(faults, 'no-text') ? '' : faultOf(faults, 'off-schema') ? '{"verdict":"PASS"}' : modelText;
  const { text, incompleteReason } = limitText(fullText, request.outputTokensMax, faultOf(faults, 'incomplete')?.reason);
  const part = faultOf(faults, 'refuse')
    ? { type: 'refusal', refusal: "I'm sorry, but I can't help with that." }
    : { type: 'output_text', annotations: [], logprobs: [], text };
  const status = incompleteReason ? 'incomplete' : 'completed';
  const message = { id: newId('msg'), type: 'message', status, role: 'assistant', content: [part] };
  const json = {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: null,
    incomplete_details: incompleteReason ? { reason: incompleteReason } : null,
    model: request.model,
    output: [message],
  };
  return { status: 200, json, headers: { 'x-request-id': newId('req') } };
}

async function writeText(request: TextRequest): Promise<string> {
  const { pictures, instruction, format } = request;
  if (format) return (await judgePictures(request)) ?? '{}';
  const picture = pictures.at(-1)?.bytes;
  if (!picture) return 'There is no picture to write about.';
  return writeScene(picture, instruction);
}

type IncompleteReason = 'max_output_tokens' | 'content_filter';

/** Cuts the text at the token limit. If a scripted fault contains a reason for an incomplete text, cuts the text in the middle. */
function limitText(
  text: string,
  tokensMax = Number.POSITIVE_INFINITY,
  scriptedReason?: IncompleteReason,
): { text: string; incompleteReason?: IncompleteReason } {
  const tokens = Math.ceil(Buffer.byteLength(text) / lettersPerToken);
  const allowedTokens = scriptedReason ? Math.ceil(tokens / 2) : tokensMax;
  if (!scriptedReason && tokens <= allowedTokens) return { text };
  const characters = [...text];
  const limited = characters.slice(0, Math.floor((characters.length * allowedTokens) / Math.max(tokens, 1))).join('');
  return { text: limited, incompleteReason: scriptedReason ?? 'max_output_tokens' };
}
