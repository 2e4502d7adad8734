/** A local cloud of a test's own: free ports, a folder that is removed, and time that passes faster for state machines. */
import { type LocalCloud, startLocalCloud } from '#infra/local/cloud.ts';
import { type Clock, systemClock } from '#infra/local/services/states/clock.ts';
import { region } from '#infra/local/template/resolve.ts';
import { settingsOf } from '#infra/local/testing/settings.ts';
import { temporaryFolder } from '#infra/local/testing/temporary-folder.ts';

export type TestCloud = LocalCloud & {
  /** What a stand-in is scripted to do, and what it was asked. */
  fal: FalScript;
  lines: string[];
};

/** A clip that is delivered at once, as a 9:16 order at 720p asks for. */
export const clip = { kind: 'clip', width: 720, height: 1280 };

export type FalScript = {
  /** Requests whose prompt contains the text meet these faults. */
  script(match: string, ...fault: object[]): Promise<void>;
  scriptOnce(match: string, ...fault: object[]): Promise<void>;
  release(): Promise<void>;
  /** The paid orders seen, by their prompt. */
  orders(match: string): Promise<number>;
};

/** A wait of 15 seconds takes half a second; time-outs of functions keep their true length. */
const speed = 30;
export const fastClock: Clock = { now: systemClock.now, sleep: (ms, signal) => systemClock.sleep(ms / speed, signal) };

type TestCloudOptions = { clock?: Clock; home?: string; env?: Record<string, string> };

export async function startTestCloud({ clock = fastClock, home, env = {} }: TestCloudOptions = {}): Promise<TestCloud> {
  const folder = temporaryFolder('cloud');
  const lines: string[] = [];
  const local = await startLocalCloud({
    home: home ?? folder.path,
    port: 0,
    env,
    clock,
    log: (source, text) => void lines.push(`[${source}] ${text}`),
  });
  const { cloud } = local;
  Object.assign(process.env, settingsOf(cloud.assembly, cloud.resolver), {
    AWS_ENDPOINT_URL_DYNAMODB: cloud.dynamoDbUrl,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
  });
  return {
    ...local,
    lines,
    fal: falScript(String(cloud.lambdaVariables.STAND_IN_URL_FAL)),
    async stop() {
      delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
      await local.stop();
      folder.remove();
      // A refused call may pass unseen, for steps are tried again and webhooks stand in for polls. AWS would refuse it each time.
      const refused = lines.filter((line) => line.startsWith('[iam]'));
      if (refused.length > 0) throw new Error(`Grants are missing:\n${[...new Set(refused)].join('\n')}`);
    },
  };
}

function falScript(url: string): FalScript {
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(new URL(path, url), {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The stand-in refused ${path}: ${await response.text()}`);
    return response;
  };
  return {
    script: async (match, ...fault) => void (await call('POST', '/_script', { match, fault })),
    scriptOnce: async (match, ...fault) => void (await call('POST', '/_script', { match, fault, times: 1 })),
    release: async () => void (await call('POST', '/_script/release')),
    async orders(match) {
      const { requests } = (await (await call('GET', '/_requests')).json()) as {
        requests: { method: string; path: string; body?: unknown }[];
      };
      return requests.filter(
        ({ method, path, body }) => method === 'POST' && path.startsWith('/fal-ai/') && JSON.stringify(body ?? '').includes(match),
      ).length;
    },
  };
}
