/** Tests a function in a thread and in a process. As on Lambda, an environment handles one event at a time and has limits. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { type Account, createAccount, environmentsOfMachine } from './account.ts';
import { createFunction, type FunctionSettings, type LambdaFunction } from './function.ts';
import type { Usage } from './usage.ts';

const folder = temporaryFolder('lambda');
const file = join(folder.path, 'task', 'index.cjs');
const layer = join(folder.path, 'opt', 'nodejs', 'node_modules');
const startedFunctions: LambdaFunction[] = [];

function install(folder: string, name: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'index.js'), `module.exports = '${name}';`);
}

beforeAll(() => {
  mkdirSync(join(folder.path, 'task'));
  install(layer, 'layered');
  install(join(folder.path, 'node_modules'), 'above');
  writeFileSync(
    file,
    `
    let calls = 0, busy = 0, left = 0;
    exports.handler = async (event, context) => {
      calls += 1; busy += 1;
      const overlaps = busy > 1;
      try {
        if (event.wait) await new Promise((resolve) => setTimeout(resolve, event.wait));
        if (event.hang) await new Promise(() => setInterval(() => {}, 1000));
        if (event.exit) process.exit(7);
        if (event.big) return 'x'.repeat(event.big);
        if (event.fill) { const chunks = []; for (;;) chunks.push(new Array(1e6).fill(Math.random())); }
        if (event.fail) throw Object.assign(new Error('It failed'), { name: event.fail });
        if (event.require) return { required: require(event.require) };
        if (event.leave) setInterval(() => (left += 1), 1);
        if (event.native) { const chunks = []; for (;;) chunks.push(Buffer.alloc(10e6, 1)); }
        if (event.burn) for (const endMicros = process.cpuUsage().user + event.burn * 1000; process.cpuUsage().user < endMicros; );
        if (event.log) console.log(event.log);
        if (event.write) require('node:fs').writeFileSync(require('node:path').join(require('node:os').tmpdir(), event.write), '');
        return { calls, overlaps, env: process.env[event.env], pid: process.pid, ticks: left, left: context.getRemainingTimeInMillis() };
      } finally { busy -= 1; }
    };
    exports.notAsync = 1;`,
  );
});
afterEach(async () => {
  for (const lambda of startedFunctions.splice(0)) await lambda.stop();
});
afterAll(() => folder.remove());

/** Returns an event whose JSON has this size in bytes. */
const requestOf = (bytes: number) => ({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) });

/** Returns an account that can run one environment of each kind. */
const createSmallAccount = () => createAccount({ environmentsMax: { thread: 1, process: 1 } });

const lines: string[] = [];
function start(changes: Partial<FunctionSettings> = {}, account?: Account): LambdaFunction {
  const settings: FunctionSettings = {
    name: 'test',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:test',
    file,
    handler: 'handler',
    variables: { ONLY: 'mine' },
    memoryMb: 256,
    runsAs: 'thread',
    layers: [],
    credentials: () => ({ AWS_ACCESS_KEY_ID: 'key' }),
    temporaryFolder: join(folder.path, 'tmp'),
    timeoutSeconds: 10,
    log: (name, text) => lines.push(`${name}: ${text}`),
    ...changes,
  };
  const lambda = createFunction(settings, account);
  startedFunctions.push(lambda);
  return lambda;
}

describe.each([
  ['a thread', 'thread'],
  ['a process', 'process'],
] as const)('in %s', (_, runsAs) => {
  test('an environment is used again, has only its own variables and handles one event at a time', async () => {
    const lambda = start({ runsAs }, createSmallAccount());
    const results = await Promise.all(Array.from({ length: 5 }, () => lambda.invoke({ env: 'ONLY', wait: 5 })));
    expect(results.map((result) => 'payload' in result && (result.payload as { calls: number }).calls)).toEqual([1, 2, 3, 4, 5]);
    for (const result of results) expect(result).toMatchObject({ payload: { overlaps: false, env: 'mine' } });
    expect(await lambda.invoke({ env: 'HOME' })).not.toHaveProperty('payload.env');
  });

  test('an error has the name that the function threw', async () => {
    expect(await start({ runsAs }).invoke({ fail: 'VendorBusy' })).toEqual({
      error: { errorType: 'VendorBusy', errorMessage: 'It failed' },
    });
  });

  test('an environment ends after its time-out, and the next event gets a new environment', async () => {
    const lambda = start({ runsAs, timeoutSeconds: 1 });
    expect(await lambda.invoke({ hang: true })).toMatchObject({
      error: { errorType: 'Sandbox.Timedout', errorMessage: expect.stringContaining('1.00 seconds') },
    });
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
  });

  test('a crash causes an error, and the next event gets a new environment', async () => {
    const lambda = start({ runsAs });
    expect(await lambda.invoke({ exit: true })).toMatchObject({
      error: { errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('7') },
    });
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
  });

  test.each([
    ['accepts a request of 6 MB', requestOf(6_291_456), { payload: { calls: 1 } }],
    ['rejects a request of 6 MB and one byte', requestOf(6_291_457), { error: { errorType: 'RequestEntityTooLargeException' } }],
    // The two quotation marks of the JSON text also count.
    ['accepts a response of 6 MB and 100 bytes', { big: 6_291_554 }, { payload: expect.stringMatching(/^x/) }],
    ['rejects a response of 6 MB and 101 bytes', { big: 6_291_555 }, { error: { errorType: 'Function.ResponseSizeTooLarge' } }],
  ])('as on Lambda, a function %s', async (_, request, result) => {
    expect(await start({ runsAs }).invoke(request)).toMatchObject(result);
  });

  test('an ES module cannot be required, as on Lambda', async () => {
    const module = join(folder.path, 'module.mjs');
    writeFileSync(module, 'export const one = 1;');
    expect(await start({ runsAs }).invoke({ require: module })).toMatchObject({
      error: { errorMessage: expect.stringContaining('require() of ES Module') },
    });
  });

  test('packages are found in the layers, but not in a folder above the bundle', async () => {
    const lambda = start({ runsAs, layers: [layer] });
    expect(await lambda.invoke({ require: 'layered' })).toEqual({ payload: { required: 'layered' } });
    expect(await lambda.invoke({ require: 'above' })).toMatchObject({
      error: { errorMessage: expect.stringContaining("Cannot find module 'above'") },
    });
  });

  test('work that is still running after the response pauses until the next event', async () => {
    const lambda = start({ runsAs });
    await lambda.invoke({ leave: true });
    await start({ runsAs }).invoke({ wait: 100 });
    const result = await lambda.invoke({});
    const { calls, ticks } = ('payload' in result ? result.payload : {}) as { calls: number; ticks: number };
    expect(calls).toBe(2);
    expect(ticks).toBeLessThan(10);
  });

  test('an unused environment ends', async () => {
    const environmentsFolder = join(folder.path, `idle-${runsAs}`);
    const lambda = start({ runsAs, temporaryFolder: environmentsFolder }, createAccount({ idleMsMax: 1 }));
    await lambda.invoke({});
    await expect.poll(() => readdirSync(environmentsFolder)).toEqual([]);
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
  });

  test('a missing handler causes Runtime.HandlerNotFound', async () => {
    expect(await start({ runsAs, handler: 'nobody' }).invoke({})).toMatchObject({
      error: { errorType: 'Runtime.HandlerNotFound' },
    });
  });

  test('each environment has separate temporary files, and the end of the environment deletes them', async () => {
    const environmentsFolder = join(folder.path, `tmp-${runsAs}`);
    const lambda = start({ runsAs, temporaryFolder: environmentsFolder });
    await Promise.all([lambda.invoke({ write: 'one.mp4', wait: 1_500 }), lambda.invoke({ write: 'other.mp4', wait: 50 })]);
    const files = readdirSync(environmentsFolder).map((environment) => readdirSync(join(environmentsFolder, environment)));
    expect(files.toSorted()).toEqual([['one.mp4'], ['other.mp4']]);
    await lambda.stop();
    expect(readdirSync(environmentsFolder)).toEqual([]);
  });

  test('the output of a function appears in the log', async () => {
    await start({ runsAs }).invoke({ log: `said in ${runsAs}` });
    await expect.poll(() => lines.some((line) => line.includes(`said in ${runsAs}`))).toBe(true);
  });
});

test('stop() ends a process', async () => {
  const lambda = start({ runsAs: 'process' });
  const result = await lambda.invoke({});
  const { pid } = ('payload' in result ? result.payload : {}) as { pid: number };
  expect(pid).not.toBe(process.pid);
  await lambda.stop();
  expect(() => readFileSync(`/proc/${pid}/cmdline`)).toThrow();
});

test('a thread that uses all its memory ends without affecting other threads', async () => {
  const lambda = start({ memoryMb: 128 });
  expect(await lambda.invoke({ fill: true })).toMatchObject({ error: { errorType: 'Runtime.OutOfMemory' } });
  expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
});

describe('an account', () => {
  const callCountOf = (result: unknown) => (result as { payload: { calls: number } }).payload.calls;

  test('an account throttles invocations above its limit', async () => {
    const account = createAccount({ concurrencyMax: 2 });
    const [lambda, otherLambda] = [start({}, account), start({}, account)];
    const results = await Promise.all([lambda.invoke({ wait: 20 }), otherLambda.invoke({ wait: 20 }), lambda.invoke({})]);
    expect(results[2]).toEqual({ error: { errorType: 'Lambda.TooManyRequestsException', errorMessage: 'Rate Exceeded.' } });
    expect(callCountOf(await lambda.invoke({}))).toBe(2);
    expect(callCountOf(await otherLambda.invoke({}))).toBe(2);
  });

  describe('with reservations', () => {
    const throttled = { error: { errorType: 'Lambda.TooManyRequestsException', errorMessage: 'Rate Exceeded.' } };
    const startWithReservation = () => {
      const account = createAccount({ concurrencyMax: 103, reservedTotal: 2 });
      return { reserved: start({ reservedConcurrency: 2 }, account), other: start({}, account) };
    };

    test('an account throttles a function above its reservation, even if it has free capacity', async () => {
      const { reserved, other } = startWithReservation();
      const results = await Promise.all([
        reserved.invoke({ wait: 20 }),
        reserved.invoke({ wait: 20 }),
        reserved.invoke({}),
        other.invoke({}),
      ]);
      expect(results[2]).toEqual(throttled);
      expect(results[3]).toHaveProperty('payload');
      expect(await reserved.invoke({})).toHaveProperty('payload');
    });

    test('an account runs a function with a reservation while all other capacity is used', async () => {
      const { reserved, other } = startWithReservation();
      const busy = Promise.all(Array.from({ length: 101 }, () => other.invoke({ wait: 20 })));
      expect(await other.invoke({})).toEqual(throttled);
      expect(await reserved.invoke({})).toHaveProperty('payload');
      expect(await busy).toEqual(Array(101).fill({ payload: expect.anything() }));
    });

    test('an account refuses reservations that leave too little for all other functions, as AWS does', () => {
      expect(() => createAccount({ concurrencyMax: 1000, reservedTotal: 901 })).toThrow('AWS requires 100 without a reservation');
      expect(() => createAccount({ concurrencyMax: 10, reservedTotal: 1 })).toThrow('AWS requires 100');
      expect(() => createAccount({ concurrencyMax: 1000, reservedTotal: 900 })).not.toThrow();
    });
  });

  test('an account ends an idle environment if another function needs its slot', async () => {
    const account = createSmallAccount();
    const [lambda, otherLambda] = [start({}, account), start({}, account)];
    const results = [await lambda.invoke({}), await otherLambda.invoke({}), await lambda.invoke({})];
    expect(results.map(callCountOf)).toEqual([1, 1, 1]);
  });

  test('an account lets invocations wait for a slot, and runs all of them', async () => {
    const account = createSmallAccount();
    const lambdas = [start({}, account), start({}, account), start({ runsAs: 'process' }, account)];
    const results = await Promise.all([...lambdas, ...lambdas].map((lambda) => lambda.invoke({ wait: 5 })));
    expect(results.map(callCountOf).every((count) => count >= 1)).toBe(true);
  });

  test('an invocation waits for the environment of its function, and does not end an idle environment of another function', async () => {
    const account = createAccount({ environmentsMax: { thread: 2, process: 1 } });
    const [lambda, otherLambda] = [start({}, account), start({}, account)];
    await Promise.all([lambda.invoke({}), otherLambda.invoke({})]);
    const results = await Promise.all([lambda.invoke({ wait: 50 }), lambda.invoke({ wait: 50 }), lambda.invoke({})]);
    expect(results.map(callCountOf)).toEqual([2, 3, 4]);
    expect(callCountOf(await otherLambda.invoke({}))).toBe(2);
  });

  test('an invocation waits a moment for the process of its function, and then another process starts', async () => {
    const lambda = start({ runsAs: 'process' }, createAccount({ environmentsMax: { thread: 1, process: 3 } }));
    await lambda.invoke({});
    const pidsOf = async (waits: number[]) => {
      const results = await Promise.all(waits.map((wait) => lambda.invoke({ wait })));
      return new Set(results.map((result) => (result as { payload: { pid: number } }).payload.pid)).size;
    };
    expect(await pidsOf([1, 1])).toBe(1);
    expect(await pidsOf([3_000, 20])).toBe(2);
  });

  test('a function without an environment gets an environment, even if another function is always busy', async () => {
    const account = createSmallAccount();
    const [busyLambda, lambda] = [start({}, account), start({}, account)];
    const finished: string[] = [];
    const run = async (name: string, one: LambdaFunction) => {
      await one.invoke({ wait: 200 });
      finished.push(name);
    };
    const first = run('busy', busyLambda);
    const other = run('other', lambda);
    await Promise.all([first, other, ...Array.from({ length: 24 }, () => run('busy', busyLambda))]);
    expect(finished).toHaveLength(26);
    expect(finished.at(-1)).toBe('busy');
  });

  test('an account replaces environments if `shouldReplace` returns true', async () => {
    const lambda = start({}, createAccount({ shouldReplace: () => true }));
    expect([callCountOf(await lambda.invoke({})), callCountOf(await lambda.invoke({}))]).toEqual([1, 1]);
  });

  test.each([
    [2, 8, { thread: 8, process: 1 }],
    [4, 8, { thread: 12, process: 1 }],
    [8, 8, { thread: 16, process: 2 }],
    [64, 8, { thread: 16, process: 3 }],
    [64, 2, { thread: 16, process: 2 }],
  ])('an account on a machine with %i GB of memory and %i processors has slots for %j', (memoryGb, processors, environments) => {
    expect(environmentsOfMachine(memoryGb, processors)).toEqual(environments);
  });
});

describe('slow mode', () => {
  const startSlow = (changes: Partial<FunctionSettings>, usages: Usage[] = []) =>
    start({ runsAs: 'process', reportUsage: (usage) => usages.push(usage), ...changes });

  test('slow mode ends a process that uses all its memory outside the heap', async () => {
    const lambda = startSlow({ memoryMb: 256 });
    expect(await lambda.invoke({ native: true })).toMatchObject({ error: { errorType: 'Runtime.OutOfMemory' } });
    expect(await lambda.invoke({})).toMatchObject({ payload: { calls: 1 } });
  });

  test('in slow mode, a function gets only a share of a processor, and its work ends at the time-out', async () => {
    const lambda = startSlow({ memoryMb: 177, timeoutSeconds: 5 });
    expect(await lambda.invoke({ burn: 900 })).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } });
  });

  test('slow mode does not count waiting time, and counts the full time of a thread that uses one processor', async () => {
    const usages: Usage[] = [];
    const lambda = startSlow({ memoryMb: 3008 }, usages);
    await lambda.invoke({ wait: 300 });
    await lambda.invoke({ burn: 300 });
    expect(usages[0]?.seconds).toBeLessThan(0.25);
    expect(usages[1]?.seconds).toBeGreaterThan(0.25);
    for (const { peakMb } of usages) expect(peakMb).toBeGreaterThan(30);
  });
});
