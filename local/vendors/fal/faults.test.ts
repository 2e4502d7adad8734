import { describe, expect, test } from 'vitest';
import { addFaultRule, call, quickClip, startForTest, submit, waitForStatus } from './test-support.ts';

describe('a fault rule is rejected, and the error names the reason, for', () => {
  test.each<[string, unknown, string]>([
    ['a body that is not an object', 'text', 'expected object'],
    ['no match', { fault: { kind: 'refuse' } }, 'match'],
    ['no fault', { match: '' }, 'fault'],
    ['an unknown kind', { match: '', fault: { kind: 'explode' } }, 'fault'],
    ['an unknown key', { match: '', fault: { kind: 'refuse' }, often: 2 }, 'often'],
    ['an unknown key in its fault', { match: '', fault: { kind: 'refuse', why: 'so' } }, 'why'],
    ['an unknown status', { match: '', fault: { kind: 'status', status: 418 } }, 'fault'],
    ['zero times', { match: '', times: 0, fault: { kind: 'refuse' } }, 'times'],
    ['an odd width', { match: '', fault: { kind: 'clip', width: 321 } }, 'fault'],
    ['an empty list', { match: '', fault: [] }, 'fault'],
    ['an error that is not a generation error', { match: '', fault: { kind: 'completed-with-error', type: 'file_too_large' } }, 'fault'],
    ['a codec', { match: '', fault: { kind: 'clip', codec: 'av1' } }, 'fault'],
    ['two results of one request', { match: '', fault: [{ kind: 'refuse' }, { kind: 'clip' }] }, 'contradict'],
    ['two webhook faults', { match: '', fault: [{ kind: 'lost-webhook' }, { kind: 'late-webhook' }] }, 'contradict'],
    ['a webhook of a request that never ends', { match: '', fault: [{ kind: 'never' }, { kind: 'early-webhook' }] }, 'contradict'],
  ])('a rule with %s is rejected, and the error names the reason', async (_what, rule, reason) => {
    const standIn = await startForTest();
    const response = await call('POST', `${standIn.url}/_script`, rule);
    expect(response.status).toBe(400);
    expect(response.body.detail).toContain(reason);
  });
});

test('the newest rule whose text is in the prompt applies up to `times` times, until the rules are cleared', async () => {
  const standIn = await startForTest();
  expect((await addFaultRule(standIn, { fault: { kind: 'never' } })).status).toBe(204);
  expect((await addFaultRule(standIn, { match: 'red', times: 2, fault: { kind: 'status', status: 503 } })).status).toBe(204);
  const statusOf = async (prompt: string) => (await submit(standIn, { prompt })).status;
  expect([await statusOf('a red hat'), await statusOf('a blue hat'), await statusOf('a red bag'), await statusOf('a red hat')]).toEqual([
    503, 200, 503, 200,
  ]);
  await addFaultRule(standIn, { match: 'red', fault: { kind: 'status', status: 429 } });
  expect((await call('DELETE', `${standIn.url}/_script`)).status).toBe(204);
  expect(await statusOf('a red hat')).toBe(200);
});

test.each([
  [429, 'concurrent_requests_limit'],
  [500, 'internal_error'],
  [503, 'runner_scheduling_failure'],
])('a scripted fault can set the response to a submit to %i', async (status, type) => {
  const standIn = await startForTest();
  await addFaultRule(standIn, { fault: { kind: 'status', status } });
  const submitResult = await submit(standIn);
  expect(submitResult).toMatchObject({ status, body: { error_type: type } });
  expect(submitResult.headers.get('x-fal-error-type')).toBe(type);
});

test('the call log contains all calls, but counts only accepted submits as paid', async () => {
  const standIn = await startForTest();
  await addFaultRule(standIn, { fault: quickClip });
  await addFaultRule(standIn, { times: 1, fault: { kind: 'status', status: 500 } });
  await submit(standIn);
  const acceptedSubmit = await submit(standIn, { prompt: 'A hat' }, 'http://127.0.0.1:9/hook?item=4');
  await submit(standIn, { duration: '5s' });
  await waitForStatus(acceptedSubmit, 'COMPLETED');
  const { body } = await call('GET', `${standIn.url}/_requests`);
  expect(body.paidSubmits).toBe(1);
  expect(body.counts).toMatchObject({ submit: 3, status: expect.any(Number) });
  expect(body.counts).not.toHaveProperty('control');
  const submits = body.requests.filter(({ route }: { route: string }) => route === 'submit');
  expect(submits.map(({ status }: { status: number }) => status)).toEqual([500, 200, 422]);
  expect(submits[1]).toMatchObject({
    method: 'POST',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    path: expect.stringContaining('item%3D4'),
  });
});

test('the call log contains a body of normal size', async () => {
  const standIn = await startForTest();
  await submit(standIn, { image_url: 'https://example.com/a.jpg', prompt: '' });
  const { body } = await call('GET', `${standIn.url}/_requests`);
  expect(body.requests[0].body).toMatchObject({ prompt: '', image_url: 'https://example.com/a.jpg' });
});
