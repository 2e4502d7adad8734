/**
 * Parses a text request about pictures. A parameter that the product does not use is an error, so that tests find a wrong parameter name.
 */
import sharp from 'sharp';
import * as z from 'zod';
import { rule } from './errors.ts';

const models = ['gpt-6-luna', 'gpt-6-sol'];
const outputTokensMin = 16;

/** Keywords that a strict schema may contain. */
const keywords = 'type properties required additionalProperties items enum minimum maximum minItems maxItems description title'.split(' ');

/** OpenAI's rules for strict schemas: every property is required, and no other property is allowed. */
function isStrict(schema: unknown): boolean {
  const { data } = z.record(z.string(), z.unknown()).safeParse(schema);
  if (!data || Object.keys(data).some((name) => !keywords.includes(name))) return false;
  if (data.type === 'array') return isStrict(data.items);
  if (data.type !== 'object') return true;
  const {
    properties = {},
    required,
    additionalProperties,
  } = data as { properties?: object; required?: string[]; additionalProperties?: unknown };
  const hasAll = Object.keys(properties).every((name) => required?.includes(name));
  return additionalProperties === false && hasAll && Object.values(properties).every(isStrict);
}

const isReadable = async (bytes: Buffer): Promise<boolean> => {
  const { format = '' } = await sharp(bytes)
    .metadata()
    .catch(() => ({}) as { format?: string });
  return ['jpeg', 'png', 'webp', 'gif'].includes(format);
};

const dataUrl = /^data:image\/[a-z+]+;base64,([A-Za-z0-9+/=]+)$/;
const picture = z
  .string()
  // OpenAI cannot load a picture from this machine, so the product sends only data: URLs.
  .refine((url) => dataUrl.test(url), { ...rule('invalid_image_url', 'Expected a base64-encoded data URL.'), abort: true })
  .transform((url): Buffer => Buffer.from(String(dataUrl.exec(url)?.[1]), 'base64'))
  .refine(isReadable, rule('unsupported_image_media_type', 'You uploaded an unsupported image.'));

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({ type: z.literal('input_image'), image_url: picture, detail: z.enum(['high', 'auto']).optional() }),
]);

const format = z.strictObject({
  type: z.literal('json_schema'),
  name: z.string().regex(/^[\w-]{1,64}$/),
  strict: z.literal(true),
  schema: z
    .record(z.string(), z.unknown())
    .refine(isStrict, rule('invalid_json_schema', `The schema is not strict, or has another keyword than ${keywords.join(', ')}.`)),
});

export const textRequest = z
  .strictObject({
    model: z.string().refine((name) => models.includes(name), rule('model_not_found', 'The model does not exist.', 404)),
    input: z.array(z.strictObject({ role: z.literal('user'), content: z.array(part) })),
    max_output_tokens: z.int().min(outputTokensMin).optional(),
    store: z.boolean().optional(),
    instructions: z.string().optional(),
    text: z.strictObject({ format }).optional(),
  })
  .transform(({ model, input, max_output_tokens, text }) => {
    const parts = input.flatMap(({ content }) => content);
    const texts = parts.map((contentPart) => (contentPart.type === 'input_text' ? contentPart.text : undefined));
    return {
      model,
      outputTokensMax: max_output_tokens,
      format: text?.format,
      instruction: texts.filter((text) => text !== undefined).join('\n'),
      /** The pictures in the order of the request. The label of a picture is the last text before it. */
      pictures: parts.flatMap((contentPart, index) =>
        contentPart.type === 'input_image'
          ? [{ label: texts.slice(0, index).findLast((text) => text !== undefined) ?? '', bytes: contentPart.image_url }]
          : [],
      ),
    };
  });
export type TextRequest = z.infer<typeof textRequest>;
