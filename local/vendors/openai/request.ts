/** Parses a text request about pictures. As at OpenAI, an error names only the first wrong parameter. */
import sharp from 'sharp';
import type { Answer } from '../kit/http.ts';
import { openaiError } from './errors.ts';
import { type Format, formatIn } from './schema.ts';

/** Available models with image input. */
const models: ReadonlySet<string> = new Set([
  'gpt-6-luna',
  'gpt-6-sol',
  'gpt-6-astra',
  'gpt-6.1-sol',
  'gpt-6.1-terra',
  'gpt-5.6-luna',
  'gpt-5.6-sol',
  'gpt-5.6-terra',
  'gpt-5.5',
  'gpt-5.4',
  'gpt-5.4-mini',
]);
/** OpenAI has more parameters. Those that the product does not use are rejected, so that a typing error is noticed. */
const parameters: ReadonlySet<string> = new Set([
  'model',
  'input',
  'max_output_tokens',
  'store',
  'instructions',
  'text',
  'metadata',
  'safety_identifier',
]);
const outputTokensMin = 16;
const details = ['low', 'high', 'auto', 'original'];

export type TextRequest = Contents & { model: string; outputTokensMax: number | null; format: Format | undefined };
type Contents = {
  instruction: string;
  /** In the order of the request, each with the text before it. */
  pictures: { label: string; bytes: Buffer }[];
};

const refused = (param: string, code: string | null, message: string): { refusal: Answer } => ({
  refusal: openaiError({ status: 400, message, param, code }),
});

export async function readRequest(body: unknown): Promise<{ request: TextRequest } | { refusal: Answer }> {
  if (!isRecord(body)) return { refusal: openaiError({ status: 400, message: 'We could not parse the JSON body of your request.' }) };
  const unknown = Object.keys(body).find((name) => !parameters.has(name));
  if (unknown) return refused(unknown, 'unknown_parameter', `Unknown parameter: '${unknown}'.`);
  const missing = ['model', 'input'].find((name) => body[name] === undefined);
  if (missing) return refused(missing, 'missing_required_parameter', `Missing required parameter: '${missing}'.`);
  const { model, max_output_tokens: outputTokensMax = null } = body;
  if (typeof model !== 'string') return refused('model', 'invalid_type', "Invalid type for 'model': expected a string.");
  if (!models.has(model)) {
    const message = `The model '${model}' does not exist or you do not have access to it.`;
    return { refusal: openaiError({ status: 404, message, param: 'model', code: 'model_not_found' }) };
  }
  if (outputTokensMax !== null && (typeof outputTokensMax !== 'number' || !Number.isInteger(outputTokensMax)))
    return refused('max_output_tokens', 'invalid_type', "Invalid type for 'max_output_tokens': expected an integer.");
  if (outputTokensMax !== null && outputTokensMax < outputTokensMin) {
    const message = `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${outputTokensMin}.`;
    return refused('max_output_tokens', 'integer_below_min_value', message);
  }
  const text = formatIn(body.text);
  if ('refusal' in text) return text;
  const read = await readContents(body.input);
  return 'refusal' in read ? read : { request: { model, outputTokensMax, format: text.format, ...read } };
}

/** Collects the texts and the pictures of all messages. */
async function readContents(input: unknown): Promise<Contents | { refusal: Answer }> {
  if (typeof input === 'string') return { instruction: input, pictures: [] };
  if (!Array.isArray(input)) return refused('input', 'invalid_type', "Invalid type for 'input': expected a string or an array.");
  const texts: string[] = [];
  const pictures: Contents['pictures'] = [];
  for (const [index, message] of input.entries()) {
    const content = isRecord(message) ? message.content : undefined;
    for (const [place, part] of (Array.isArray(content) ? content : [{ type: 'input_text', text: content }]).entries()) {
      const param = `input[${index}].content[${place}]`;
      if (part?.type === 'input_text' && typeof part.text === 'string') texts.push(part.text);
      else if (part?.type === 'input_image') {
        const read = await readPicture(part, param);
        if ('refusal' in read) return read;
        pictures.push({ label: texts.at(-1) ?? '', bytes: read.picture });
      } else return refused(param, 'invalid_value', `Invalid value for '${param}'.`);
    }
  }
  return { instruction: texts.join('\n'), pictures };
}

async function readPicture(
  { image_url: url, detail = 'auto' }: Record<string, unknown>,
  param: string,
): Promise<{ picture: Buffer } | { refusal: Answer }> {
  if (!details.includes(String(detail))) return refused(`${param}.detail`, 'invalid_value', `Invalid value: '${detail}'.`);
  const [, type, base64] = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/=]*)$/.exec(String(url)) ?? [];
  // OpenAI cannot reach addresses of this machine, so the product only sends data: URLs.
  if (!type || !base64) return refused(`${param}.image_url`, 'invalid_image_url', 'Invalid image URL. Expected a base64-encoded data URL.');
  const picture = Buffer.from(base64, 'base64');
  const { format } = await sharp(picture)
    .metadata()
    .catch(() => ({ format: undefined }));
  if (!format || !['jpeg', 'png', 'webp', 'gif'].includes(format)) {
    const message = "You uploaded an unsupported image. Please make sure your image has one of: ['png', 'jpeg', 'gif', 'webp'].";
    return refused(`${param}.image_url`, 'unsupported_image_media_type', message);
  }
  return { picture };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
