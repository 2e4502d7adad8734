/** Input of fal's Veo image-to-video endpoints. Errors have the format of fal, with one detail for each wrong field. */
import * as z from 'zod';

export const endpoints: readonly string[] = ['fal-ai/veo3.1/image-to-video', 'fal-ai/veo3.1/fast/image-to-video'];

const promptCharactersMax = 20_000;

const videoInput = z.strictObject({
  prompt: z.string().min(1).max(promptCharactersMax),
  image_url: z.url({ protocol: /^(https?|data)$/ }),
  aspect_ratio: z.enum(['auto', '16:9', '9:16']).default('auto'),
  duration: z.enum(['4s', '6s', '8s']).default('8s'),
  resolution: z.enum(['720p', '1080p']).default('720p'),
  generate_audio: z.boolean().default(true),
});
export type VideoInput = z.infer<typeof videoInput>;
type InputDetail = { loc: string[]; msg: string; type: string; input: unknown };

/**
 * Maps zod's issue codes to fal's error types. fal itself ignores an unknown field. Here, an unknown field is an error, so that tests find
 * a wrong field name.
 */
const typeOfIssue: Record<string, string> = {
  too_small: 'sequence_too_short',
  too_big: 'sequence_too_long',
  invalid_value: 'one_of',
  invalid_format: 'url_parsing',
  unrecognized_keys: 'extra_forbidden',
};
const typeOfExpected: Record<string, string> = { string: 'string_type', boolean: 'bool_type', object: 'dict_type' };

export function parseInput(body: unknown): { input: VideoInput } | { detail: InputDetail[] } {
  const parsed = videoInput.safeParse(body);
  if (parsed.success) return { input: parsed.data };
  const detail = parsed.error.issues.flatMap((issue) => {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path[0]?.toString()];
    return fields.map((field): InputDetail => {
      const value = field === undefined ? body : (body as Record<string, unknown>)[field];
      const type = issue.code === 'invalid_type' ? typeOfExpected[issue.expected] : typeOfIssue[issue.code];
      const loc = field === undefined ? ['body'] : ['body', field];
      if (value === undefined && field !== undefined) return { loc, msg: 'Field required', type: 'missing', input: body };
      return { loc, msg: issue.message, type: type ?? issue.code, input: value };
    });
  });
  return { detail };
}
