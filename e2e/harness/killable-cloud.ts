/** The local cloud in a process of its own, which a test can kill: `killable-cloud.ts <home> <port>`, and messages as below. */
import { startLocalCloud } from '#infra/local/cloud.ts';
import { modesFrom } from '#infra/local/modes.ts';
import { region } from '#infra/local/template/resolve.ts';
import { settingsOf } from '#infra/local/testing/settings.ts';
import { openHolds } from '#lambdas/store/open-holds.ts';
import { ageOrder } from './age-order.ts';
import { clip, fastClock } from './cloud.ts';
import { grant } from './grant.ts';

/** What the parent may ask, each answered under its number. */
export const requests = {
  grant,
  ageOrder,
  async openHolds(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { batchId } of openHolds()) ids.push(batchId);
    return ids;
  },
};
export type Requests = typeof requests;

const clipAfterMs = 400;

if (import.meta.main) {
  const [home = '', port = ''] = process.argv.slice(2);
  const errors: string[] = [];
  const { cloud } = await startLocalCloud({
    home,
    port: Number(port),
    clock: fastClock,
    modes: modesFrom(process.env),
    log: (source, text) => void (text.includes('"level":"error"') && errors.push(`[${source}] ${text}`)),
  });
  await fetch(`${cloud.lambdaVariables.STAND_IN_URL_FAL}/_script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ match: '', fault: { ...clip, afterMs: clipAfterMs } }),
  });
  Object.assign(process.env, settingsOf(cloud.assembly, cloud.resolver), {
    AWS_ENDPOINT_URL_DYNAMODB: cloud.lambdaVariables.AWS_ENDPOINT_URL_DYNAMODB,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
  });
  process.on('message', async ({ number, name, parameters }: { number: number; name: keyof Requests; parameters: never[] }) => {
    const run = requests[name] as (...given: never[]) => Promise<unknown>;
    const answer = await run(...parameters).then(
      (value) => ({ number, value }),
      (error) => ({ number, error: String(error) }),
    );
    process.send?.(answer);
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ ready: true });
}
