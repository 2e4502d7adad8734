/** Input of fal's Veo image-to-video endpoints. Errors have fal's form: one detail for each wrong field. */

export const endpoints: ReadonlySet<string> = new Set(['fal-ai/veo3.1/image-to-video', 'fal-ai/veo3.1/fast/image-to-video']);

const promptCharactersMax = 20_000;

export type VideoInput = {
  prompt: string;
  image_url: string;
  aspect_ratio: 'auto' | '16:9' | '9:16';
  duration: '4s' | '6s' | '8s';
  resolution: '720p' | '1080p';
  generate_audio: boolean;
  negative_prompt?: string;
  seed?: number;
  auto_fix: boolean;
  safety_tolerance: string;
};
export type InputDetail = { loc: string[]; msg: string; type: string; input: unknown; ctx?: Record<string, unknown> };

type Complaint = Pick<InputDetail, 'msg' | 'type' | 'ctx'>;
type Field = { required?: true; fallback?: unknown; check(value: unknown): Complaint | undefined };

const text =
  (charactersMax: number, charactersMin = 0) =>
  (value: unknown): Complaint | undefined => {
    if (typeof value !== 'string') return { type: 'string_type', msg: 'Input should be a valid string' };
    if (value.length < charactersMin) {
      return {
        type: 'sequence_too_short',
        msg: `Input should have at least ${charactersMin} characters`,
        ctx: { min_length: charactersMin },
      };
    }
    if (value.length <= charactersMax) return undefined;
    return { type: 'sequence_too_long', msg: `Input should have at most ${charactersMax} characters`, ctx: { max_length: charactersMax } };
  };

const oneOf =
  (...expected: string[]) =>
  (value: unknown): Complaint | undefined =>
    expected.includes(value as string)
      ? undefined
      : { type: 'one_of', msg: `Input should be ${expected.map((one) => `'${one}'`).join(' or ')}`, ctx: { expected } };

const flag = (value: unknown): Complaint | undefined =>
  typeof value === 'boolean' ? undefined : { type: 'bool_type', msg: 'Input should be a valid boolean' };

const integer = (value: unknown): Complaint | undefined =>
  Number.isSafeInteger(value) ? undefined : { type: 'int_type', msg: 'Input should be a valid integer' };

const address = (value: unknown): Complaint | undefined => {
  if (typeof value !== 'string') return { type: 'string_type', msg: 'Input should be a valid string' };
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  return ['http:', 'https:', 'data:'].includes(protocol) ? undefined : { type: 'url_parsing', msg: 'Input should be a valid URL' };
};

const fields: Record<keyof VideoInput, Field> = {
  prompt: { required: true, check: text(promptCharactersMax, 1) },
  image_url: { required: true, check: address },
  aspect_ratio: { fallback: 'auto', check: oneOf('auto', '16:9', '9:16') },
  duration: { fallback: '8s', check: oneOf('4s', '6s', '8s') },
  resolution: { fallback: '720p', check: oneOf('720p', '1080p') },
  generate_audio: { fallback: true, check: flag },
  negative_prompt: { check: text(promptCharactersMax) },
  seed: { check: integer },
  auto_fix: { fallback: false, check: flag },
  safety_tolerance: { fallback: '4', check: oneOf('1', '2', '3', '4', '5', '6') },
};

/** Drops unknown fields, as fal does. In an optional field, null means missing. */
export function parseInput(body: unknown): { input: VideoInput } | { detail: InputDetail[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { detail: [{ loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type', input: body }] };
  }
  const input: Record<string, unknown> = {};
  const detail: InputDetail[] = [];
  for (const [name, { required, fallback, check }] of Object.entries(fields)) {
    const value = (body as Record<string, unknown>)[name];
    if (value === undefined && required) {
      detail.push({ loc: ['body', name], msg: 'Field required', type: 'missing', input: body });
    } else if (value === undefined || (value === null && !required)) {
      if (fallback !== undefined) input[name] = fallback;
    } else {
      const complaint = check(value);
      if (complaint) detail.push({ loc: ['body', name], ...complaint, input: value });
      input[name] = value;
    }
  }
  return detail.length > 0 ? { detail } : { input: input as VideoInput };
}
