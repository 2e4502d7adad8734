/** `npm run smoke -- <origin>`: checks a deployed site. If a check fails, the exit code is 1. */
import { parseArgs } from 'node:util';
import { formatSmoke, smoke } from './smoke.ts';

const usage = 'npm run smoke -- <origin, such as https://example.com> [--stage prod]';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: 'string' } } });
  const [origin = '', ...others] = positionals;
  if (!URL.canParse(origin) || others.length > 0) throw new Error(usage);
  const results = await smoke(new URL(origin).origin, values);
  console.log(formatSmoke(results));
  if (results.some(({ problem }) => problem)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
