/** Tests `POST /v1/responses` with a JSON schema: the rules for a strict schema, and the responses. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { analysis, evaluation } from '#shared/pipeline/judgement.ts';
import type { StandIn } from '../kit/server.ts';
import { call } from '../kit/test-support.ts';
import { startOpenaiStandIn } from './openai-stand-in.ts';

const headers = { authorization: 'Bearer sk-test' };
let standIn: StandIn;
let picture: string;
beforeAll(async () => {
  const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#ddd' } })
    .jpeg()
    .toBuffer();
  picture = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  standIn = await startOpenaiStandIn();
  return standIn.stop;
});

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const named = (...names: string[]) =>
  names.flatMap((name) => [
    { type: 'input_text', text: `${name} (untrusted picture):` },
    { type: 'input_image', image_url: picture },
  ]);
const ask = (format: object, content: object[], text = 'Judge one focus area of CURRENT: "background".') =>
  call('POST', `${standIn.url}/v1/responses`, {
    headers,
    json: {
      model: 'gpt-6-luna',
      instructions: 'Rules.',
      input: [{ role: 'user', content: [{ type: 'input_text', text }, ...content] }],
      text: { format },
    },
  });
const strict = (name: string, schema: object = object({})) => ({ type: 'json_schema', name, strict: true, schema });
const textIn = ({ body }: Awaited<ReturnType<typeof ask>>) => JSON.parse(body.output[0].content[0].text) as unknown;

describe('an answer', () => {
  test('is an evaluation of the area in the instruction', async () => {
    const reply = await ask(strict('evaluation'), named('CURRENT', 'INPUT', 'BEFORE', 'AFTER'));
    expect(reply.status).toBe(200);
    expect(evaluation.parse(textIn(reply)).evaluation).toMatchObject({ status: 'solved' });
  });
  test('is an analysis of the example', async () => {
    expect(
      analysis.parse(textIn(await ask(strict('analysis'), named('BEFORE', 'AFTER')))).categoryAnalysis.background_removal.detected,
    ).toBe(false);
  });
  test('is empty if a picture is missing or the schema name is unknown', async () => {
    expect(textIn(await ask(strict('evaluation'), named('CURRENT')))).toEqual({});
    expect(textIn(await ask(strict('poem'), named('CURRENT', 'INPUT', 'BEFORE', 'AFTER')))).toEqual({});
  });
});

test("accepts the product's schemas as strict schemas after their lengths are removed", async () => {
  for (const schema of [evaluation, analysis]) {
    const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
    expect(await ask(strict('evaluation', json), [])).toMatchObject({ status: 400, body: { error: { code: 'invalid_json_schema' } } });
    const wire = JSON.parse(
      JSON.stringify(json, (name, value) => (['minLength', 'maxLength', '$schema'].includes(name) ? undefined : value)),
    );
    expect((await ask(strict('evaluation', wire), [])).status).toBe(200);
  }
});

describe('rejects a schema', () => {
  test.each<[string, object, string | null, string]>([
    ['that is not an object', { type: 'json_schema', name: 'x', strict: true, schema: 'text' }, 'invalid_type', 'text.format.schema'],
    ['without a name', { type: 'json_schema', strict: true, schema: object({}) }, 'missing_required_parameter', 'text.format.name'],
    ['of an unknown type', { type: 'xml' }, 'invalid_value', 'text.format.type'],
    ['that allows other fields', strict('x', object({}, { additionalProperties: true })), 'invalid_json_schema', 'text.format.schema'],
    [
      'with an optional field',
      strict('x', object({ a: { type: 'string' } }, { required: [] })),
      'invalid_json_schema',
      'text.format.schema',
    ],
    ['with a length', strict('x', object({ a: { type: 'string', maxLength: 3 } })), 'invalid_json_schema', 'text.format.schema'],
    [
      'with such a field in a nested object',
      strict('x', object({ a: { type: 'array', items: object({ b: {} }, { required: [] }) } })),
      'invalid_json_schema',
      'text.format.schema',
    ],
  ])('%s', async (_, format, code, param) => {
    expect(await ask(format, [])).toMatchObject({ status: 400, body: { error: { code, param } } });
  });
});
