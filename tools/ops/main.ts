/** `npm run ops -- <command>`: see docs/runbook.md. */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { Refused, run } from './commands.ts';
import { cloudOptions, connect } from './connect.ts';

/** A space is added before a negative amount, so that the amount is not parsed as an option. */
const words = process.argv.slice(2).map((word) => (/^-\d/.test(word) ? ` ${word}` : word));
const options = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  args: words,
  allowPositionals: true,
  options: {
    ...cloudOptions,
    reason: options,
    reference: options,
    by: options,
  },
});

try {
  const [command, ...parameters] = positionals.map((word) => word.trim());
  const { reason, reference, by = userInfo().username } = values;
  await connect(values);
  console.log(await run({ command, words: parameters, actor: by, ...(reason && { reason }), ...(reference && { reference }) }, new Date()));
} catch (error) {
  console.error(error instanceof Refused || !(error instanceof Error) ? String(error).replace(/^Error: /, '') : error.message);
  process.exitCode = 1;
}
