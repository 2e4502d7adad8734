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

const object = (properties: object, keywords: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...keywords,
});
const picturesNamed = (...names: string[]) =>
  names.flatMap((name) => [
    { type: 'input_text', text: `${name} (untrusted picture):` },
    { type: 'input_image', image_url: picture },
  ]);
const sendRequest = (format: object, content: object[], text = 'Judge one focus area of CURRENT: "background".') =>
  call('POST', `${standIn.url}/v1/responses`, {
    headers,
    json: {
      model: 'gpt-6-luna',
      instructions: 'Rules.',
      input: [{ role: 'user', content: [{ type: 'input_text', text }, ...content] }],
      text: { format },
    },
  });
const strictFormat = (name: string, schema: object = object({})) => ({ type: 'json_schema', name, strict: true, schema });
const textIn = ({ body }: Awaited<ReturnType<typeof sendRequest>>) => JSON.parse(body.output[0].content[0].text) as unknown;

describe('a response', () => {
  test('a response is an evaluation of the area in the instruction', async () => {
    const response = await sendRequest(strictFormat('evaluation'), picturesNamed('CURRENT', 'INPUT', 'BEFORE', 'AFTER'));
    expect(response.status).toBe(200);
    expect(evaluation.parse(textIn(response)).evaluation).toMatchObject({ status: 'solved' });
  });
  test('a response is an analysis of the example', async () => {
    expect(
      analysis.parse(textIn(await sendRequest(strictFormat('analysis'), picturesNamed('BEFORE', 'AFTER')))).categoryAnalysis
        .background_removal.detected,
    ).toBe(false);
  });
  test('a response is empty if a picture is missing or the schema name is unknown', async () => {
    expect(textIn(await sendRequest(strictFormat('evaluation'), picturesNamed('CURRENT')))).toEqual({});
    expect(textIn(await sendRequest(strictFormat('poem'), picturesNamed('CURRENT', 'INPUT', 'BEFORE', 'AFTER')))).toEqual({});
  });
});

test("OpenAI accepts the product's schemas only after the keywords for lengths are removed", async () => {
  for (const schema of [evaluation, analysis]) {
    const json = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
    expect(await sendRequest(strictFormat('evaluation', json), [])).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_json_schema' } },
    });
    const schemaWithoutLengths = JSON.parse(
      JSON.stringify(json, (name, value) => (['minLength', 'maxLength', '$schema'].includes(name) ? undefined : value)),
    );
    expect((await sendRequest(strictFormat('evaluation', schemaWithoutLengths), [])).status).toBe(200);
  }
});

describe('OpenAI rejects a schema', () => {
  test.each<[string, object, string | null, string]>([
    ['that is not an object', { type: 'json_schema', name: 'x', strict: true, schema: 'text' }, 'invalid_type', 'text.format.schema'],
    ['without a name', { type: 'json_schema', strict: true, schema: object({}) }, 'missing_required_parameter', 'text.format.name'],
    ['of an unknown type', { type: 'xml' }, 'invalid_value', 'text.format.type'],
    [
      'that allows other fields',
      strictFormat('x', object({}, { additionalProperties: true })),
      'invalid_json_schema',
      'text.format.schema',
    ],
    [
      'with an optional field',
      strictFormat('x', object({ a: { type: 'string' } }, { required: [] })),
      'invalid_json_schema',
      'text.format.schema',
    ],
    ['with a length', strictFormat('x', object({ a: { type: 'string', maxLength: 3 } })), 'invalid_json_schema', 'text.format.schema'],
    [
      'with an optional field in a nested object',
      strictFormat('x', object({ a: { type: 'array', items: object({ b: {} }, { required: [] }) } })),
      'invalid_json_schema',
      'text.format.schema',
    ],
  ])('OpenAI rejects a schema %s', async (_, format, code, param) => {
    expect(await sendRequest(format, [])).toMatchObject({ status: 400, body: { error: { code, param } } });
  });
});
