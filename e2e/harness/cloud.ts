/** A local cloud of a test's own: free ports, a folder that is removed, and time that passes faster for state machines. */
import { type LocalCloud, startLocalCloud } from '#infra/local/cloud.ts';
import { modesFrom } from '#infra/local/modes.ts';
import { lambdaFunction } from '#infra/local/resources/lambda-function.ts';
import type { Cloud } from '#infra/local/resources/resource-type.ts';
import { type Clock, systemClock } from '#infra/local/services/states/clock.ts';
import { region } from '#infra/local/template/resolve.ts';
import { settingsOf } from '#infra/local/testing/settings.ts';
import { temporaryFolder } from '#infra/local/testing/temporary-folder.ts';
import { runningClouds } from './running-clouds.ts';

export type TestCloud = LocalCloud & {
  /** What a stand-in is scripted to do, and what it was asked. */
  fal: FalScript;
  /** `calls` are its texts, `orders` its videos. */
  gemini: GeminiScript;
  stability: StandInScript;
  /** `calls` are its texts, `images` its pictures. */
  openai: StandInScript & { images(): Promise<number> };
  photoroom: PhotoroomScript;
  /** `calls` are the payment pages opened. */
  stripe: StandInScript;
  lines: string[];
  /** Lets the runs of a function, all or those of some input, die as a crash of its process would, until the answer is called. */
  breakFunction(entry: string, of?: (input: Record<string, unknown>) => boolean): () => void;
};

/** A clip that is delivered at once, as a 9:16 order at 720p asks for. */
export const clip = { kind: 'clip', width: 720, height: 1280 };

export type StandInScript = {
  /** Requests whose prompt contains the text meet these faults. */
  script(match: string, ...fault: object[]): Promise<void>;
  scriptOnce(match: string, ...fault: object[]): Promise<void>;
  /** Removes all faults. */
  clear(): Promise<void>;
  /** The paid requests seen. */
  calls(): Promise<number>;
};

export type FalScript = Omit<StandInScript, 'calls'> & {
  release(): Promise<void>;
  /** The paid orders seen, by their prompt. */
  orders(match: string): Promise<number>;
  /** What the newest of them asked for. */
  inputOf(match: string): Promise<Record<string, unknown>>;
};

/** A rule matches a form's fields, as `name=value` a line. */
export type PhotoroomScript = Omit<StandInScript, 'calls'> & {
  /** The forms seen that have such a field, and where each was sent. */
  forms(name: string, value: string): Promise<{ path: string; fields: Record<string, string>; files: { name: string }[] }[]>;
};

/** Its texts and pictures are calls, its videos are orders. */
export type GeminiScript = StandInScript &
  Pick<FalScript, 'orders'> & { /** The pictures asked for, by their prompt. */ images(match: string): Promise<number> };

/** A test calls most functions. With fewer environments each call would wait for the start of another one. */
const environmentsMax = { thread: 64, process: 16 };

/** A wait of 15 seconds takes half a second; time-outs of functions keep their true length. */
const speed = 30;
export const fastClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / speed, signal) };

type TestCloudOptions = {
  clock?: Clock;
  home?: string;
  env?: Record<string, string>;
  /** The folder of the built page. */
  site?: string;
  /** Enforces memory and processor time of functions, and reports them. */
  slow?: boolean;
  onMeasured?: Cloud['onMeasured'];
};

export async function startTestCloud({
  clock = fastClock,
  home,
  env = {},
  site,
  slow,
  onMeasured,
}: TestCloudOptions = {}): Promise<TestCloud> {
  const folder = temporaryFolder('cloud');
  const lines: string[] = [];
  const local = await startLocalCloud({
    home: home ?? folder.path,
    port: 0,
    env,
    site,
    clock,
    environmentsMax,
    modes: { ...modesFrom(process.env), ...(slow !== undefined && { slow }) },
    onMeasured,
    log: (source, text) => void lines.push(`[${source}] ${text}`),
  }).catch((error) => {
    folder.remove();
    throw error;
  });
  runningClouds.add(lines);
  const { cloud } = local;
  Object.assign(process.env, settingsOf(cloud.assembly, cloud.resolver), {
    AWS_ENDPOINT_URL_DYNAMODB: cloud.lambdaVariables.AWS_ENDPOINT_URL_DYNAMODB,
    AWS_ENDPOINT_URL_S3: cloud.lambdaVariables.AWS_ENDPOINT_URL_S3,
    AWS_ENDPOINT_URL: cloud.lambdaVariables.AWS_ENDPOINT_URL,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
  });
  return {
    ...local,
    lines,
    fal: falScript(String(cloud.lambdaVariables.STAND_IN_URL_FAL)),
    gemini: geminiScript(String(cloud.lambdaVariables.STAND_IN_URL_GEMINI)),
    stability: scriptOf(cloud.lambdaVariables.STAND_IN_URL_STABILITY, /^\/v2beta\//),
    openai: {
      ...scriptOf(cloud.lambdaVariables.STAND_IN_URL_OPENAI, /^\/v1\/responses$/),
      images: scriptOf(cloud.lambdaVariables.STAND_IN_URL_OPENAI, /^\/v1\/images\/edits$/).calls,
    },
    photoroom: photoroomScript(String(cloud.lambdaVariables.STAND_IN_URL_PHOTOROOM)),
    stripe: scriptOf(cloud.lambdaVariables.STAND_IN_URL_STRIPE, /^\/v1\/checkout\/sessions$/),
    breakFunction: (entry, of) => breakFunction(cloud, entry, of),
    async stop() {
      delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
      delete process.env.AWS_ENDPOINT_URL_S3;
      delete process.env.AWS_ENDPOINT_URL;
      await local.stop();
      runningClouds.delete(lines);
      folder.remove();
      // A refused call may pass unseen, for steps are tried again and webhooks stand in for polls. AWS would refuse it each time.
      const refused = lines.filter((line) => line.startsWith('[iam]'));
      if (refused.length > 0) throw new Error(`Grants are missing:\n${[...new Set(refused)].join('\n')}`);
    },
  };
}

function breakFunction(
  { assembly, functions }: Cloud,
  entry: string,
  of: (input: Record<string, unknown>) => boolean = () => true,
): () => void {
  const resource = assembly.resources.find(({ type, properties }) => type === lambdaFunction.type && properties.Description === entry);
  const arn = resource && String(lambdaFunction.attributes?.Arn?.(resource));
  const sound = arn && functions.get(arn);
  if (!sound) throw new Error(`There is no function ${entry}`);
  const error = { errorType: 'Runtime.ExitError', errorMessage: 'Error: Runtime exited with error: signal: aborted' };
  functions.set(arn, { ...sound, invoke: async (input) => (of(input as Record<string, unknown>) ? { error } : sound.invoke(input)) });
  return () => void functions.set(arn, sound);
}

type Request = { method: string; path: string; body?: unknown };

function standIn(url: string) {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(new URL(path, url), {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The stand-in refused ${path}: ${await response.text()}`);
    return response;
  };
  return {
    script: async (match: string, ...fault: object[]) => void (await call('POST', '/_script', { match, fault })),
    scriptOnce: async (match: string, ...fault: object[]) => void (await call('POST', '/_script', { match, fault, times: 1 })),
    clear: async () => void (await call('DELETE', '/_script')),
    release: async () => void (await call('POST', '/_script/release')),
    requests: async (path: RegExp): Promise<Request[]> => {
      const { requests } = (await (await call('GET', '/_requests')).json()) as { requests: Request[] };
      return requests.filter((request) => request.method === 'POST' && path.test(request.path));
    },
  };
}

function falScript(url: string): FalScript {
  const { script, scriptOnce, clear, release, requests } = standIn(url);
  const ordersOf = async (match: string) =>
    (await requests(/^\/fal-ai\//)).filter(({ body }) => JSON.stringify(body ?? '').includes(match));
  return {
    script,
    scriptOnce,
    clear,
    release,
    orders: async (match) => (await ordersOf(match)).length,
    inputOf: async (match) => (await ordersOf(match)).at(-1)?.body as Record<string, unknown>,
  };
}

function scriptOf(url: string | undefined, paid: RegExp): StandInScript {
  const { script, scriptOnce, clear, requests } = standIn(String(url));
  return { script, scriptOnce, clear, calls: async () => (await requests(paid)).length };
}

function geminiScript(url: string): GeminiScript {
  const asked = async (path: RegExp, match: string) =>
    (await standIn(url).requests(path)).filter(({ body }) => JSON.stringify(body ?? '').includes(match));
  return {
    ...scriptOf(url, /:generateContent$/),
    orders: async (match) => (await asked(/:predictLongRunning$/, match)).length,
    images: async (match) => (await asked(/:generateContent$/, match)).length,
  };
}

function photoroomScript(url: string): PhotoroomScript {
  const { script, scriptOnce, clear, requests } = standIn(url);
  return {
    script,
    scriptOnce,
    clear,
    forms: async (name, value) =>
      (await requests(/^\/v[12]\//))
        .map(({ path, body }) => ({ path, ...(body as { fields: Record<string, string>; files: { name: string }[] }) }))
        .filter(({ fields }) => fields[name] === value),
  };
}
