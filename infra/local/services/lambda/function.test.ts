/** A function as Lambda runs it: one event at a time in each environment, with its limits, in a thread and in a process. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createFunction, type FunctionSettings, type LambdaFunction } from './function.ts';

const folder = temporaryFolder('lambda');
const file = join(folder.path, 'index.cjs');
const started: LambdaFunction[] = [];

beforeAll(() => {
  writeFileSync(
    file,
    `
    let calls = 0, busy = 0;
    exports.handler = async (event, context) => {
      calls += 1; busy += 1;
      const overlaps = busy > 1;
      try {
        if (event.wait) await new Promise((resolve) => setTimeout(resolve, event.wait));
        if (event.hang) await new Promise(() => setInterval(() => {}, 1000));
        if (event.exit) process.exit(7);
        if (event.big) return 'x'.repeat(event.big);
        if (event.fill) { const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random())); }
        if (event.fail) throw Object.assign(new Error('It failed'), { name: event.fail });
        if (event.require) require(event.require);
        if (event.log) console.log(event.log);
        if (event.write) require('node:fs').writeFileSync(require('node:path').join(require('node:os').tmpdir(), event.write), '');
        return { calls, overlaps, env: process.env[event.env], pid: process.pid, left: context.getRemainingTimeInMillis() };
      } finally { busy -= 1; }
    };
    exports.notAsync = 1;`,
  );
});
afterEach(async () => {
  for (const lambda of started.splice(0)) await lambda.stop();
});
afterAll(() => folder.remove());

const lines: string[] = [];
function start(changes: Partial<FunctionSettings> = {}): LambdaFunction {
  const lambda = createFunction({
    name: 'test',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:test',
    file,
    handler: 'handler',
    variables: { ONLY: 'mine' },
    memoryMb: 256,
    hasNativeLayers: false,
    temporaryFolder: join(folder.path, 'tmp'),
    timeoutSeconds: 10,
    environmentsMax: 2,
    log: (name, text) => lines.push(`${name}: ${text}`),
    ...changes,
  });
  started.push(lambda);
  return lambda;
}

describe.each([
  ['a thread', false],
  ['a process', true],
])('in %s', (_, hasNativeLayers) => {
  test('an environment stays warm, sees its own variables only, and handles one event at a time', async () => {
    const lambda = start({ hasNativeLayers, environmentsMax: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => lambda.invoke({ env: 'ONLY', wait: 5 })));
    expect(answers.map((answer) => 'payload' in answer && (answer.payload as { calls: number }).calls)).toEqual([1, 2, 3, 4, 5]);
    for (const answer of answers) expect(answer).toMatchObject({ payload: { overlaps: false, env: 'mine' } });
    expect(await lambda.invoke({ env: 'HOME' })).not.toHaveProperty('payload.env');
  });

  test('an error keeps its name', async () => {
    expect(await start({ hasNativeLayers }).invoke({ fail: 'VendorBusy' })).toEqual({
      error: { errorType: 'VendorBusy', errorMessage: 'It failed' },
    });
  });

  test('one that takes too long is ended, and the next event meets a new environment', async () => {
    const lambda = start({ hasNativeLayers, environmentsMax: 1, timeoutSeconds: 1 });
    expect(await lambda.invoke({ hang: true })).toMatchObject({
      error: { errorType: 'Sandbox.Timedout', errorMessage: expect.stringContaining('1.00 seconds') },
    });
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
  });

  test('one that dies says so, and the next event meets a new environment', async () => {
    const lambda = start({ hasNativeLayers, environmentsMax: 1 });
    expect(await lambda.invoke({ exit: true })).toMatchObject({
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('7') },
    });
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
  });

  test('an answer of more than 6 MB is refused, and so is an event', async () => {
    const lambda = start({ hasNativeLayers });
    expect(await lambda.invoke({ big: 6_291_557 })).toMatchObject({ error: { errorType: 'Function.ResponseSizeTooLarge' } });
    expect(await lambda.invoke({ text: 'x'.repeat(6_291_557) })).toMatchObject({ error: { errorType: 'RequestEntityTooLargeException' } });
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 2 } });
  });

  test('an ES module cannot be required, as on Lambda', async () => {
    const module = join(folder.path, 'module.mjs');
    writeFileSync(module, 'export const one = 1;');
    expect(await start({ hasNativeLayers }).invoke({ require: module })).toMatchObject({
      error: { errorMessage: expect.stringContaining('require() of ES Module') },
    });
  });

  test('a handler that is not there is named', async () => {
    expect(await start({ hasNativeLayers, handler: 'nobody' }).invoke({})).toMatchObject({
      error: { errorType: 'Runtime.HandlerNotFound' },
    });
  });

  test('its temporary files are its own, and end with it', async () => {
    const temporary = join(folder.path, `tmp-${hasNativeLayers}`);
    const lambda = start({ hasNativeLayers, temporaryFolder: temporary });
    await Promise.all([lambda.invoke({ write: 'one.mp4', wait: 50 }), lambda.invoke({ write: 'other.mp4', wait: 50 })]);
    const files = readdirSync(temporary).map((environment) => readdirSync(join(temporary, environment)));
    expect(files.toSorted()).toEqual([['one.mp4'], ['other.mp4']]);
    await lambda.stop();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('what it prints reaches the log', async () => {
    await start({ hasNativeLayers }).invoke({ log: `said in ${hasNativeLayers}` });
    await expect.poll(() => lines.some((line) => line.includes(`said in ${hasNativeLayers}`))).toBe(true);
  });
});

test('a process that is stopped is gone', async () => {
  const lambda = start({ hasNativeLayers: true });
  const answer = await lambda.invoke({});
  const { pid } = ('payload' in answer ? answer.payload : {}) as { pid: number };
  expect(pid).not.toBe(process.pid);
  await lambda.stop();
  expect(() => readFileSync(`/proc/${pid}/cmdline`)).toThrow();
});

test('a thread that uses up its memory ends alone', async () => {
  const lambda = start({ memoryMb: 128 });
  expect(await lambda.invoke({ fill: true })).toMatchObject({ error: { errorType: 'Runtime.OutOfMemory' } });
  expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
});
