/** `npm run trace -- <batch id>`: prints all events of a batch in the order of time (docs/runbook.md). */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findAccountByEmail } from '#lambdas/store/accounts.ts';
import { cloudOptions, connect } from './connect.ts';
import { batchLogFile } from './operators-file.ts';
import { formatTrace, trace } from './trace.ts';
import { readAwsLogs, readLocalLogs } from './trace-logs.ts';

const usage = 'npm run trace -- <batch id> [--user <e-mail or user id>] [--local | --aws] [--stage prod]';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...cloudOptions, user: { type: 'string' } } });

try {
  const [batchId = ''] = positionals;
  if (!/^[\w-]{1,64}$/.test(batchId)) throw new Error(usage);
  const isLocal = await connect(values);
  const { user, stage } = values;
  const userId = user?.includes('@') ? await findAccountByEmail(user) : user;
  if (user && !userId) throw new Error(`There is no account with the e-mail ${user}.`);
  const localFile = join(resolve(process.env.VITRINE_HOME ?? '.local'), batchLogFile);
  const events = await trace(batchId, {
    userId,
    now: new Date(),
    readLogs: async (range) => (isLocal ? readLocalLogs(localFile, range) : readAwsLogs(stage, range)),
  });
  console.log(formatTrace(events));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
