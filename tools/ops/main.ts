/** `npm run ops -- <command>`: see docs/runbook.md. */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { run } from './commands.ts';
import { cloudOptions, connect } from './connect.ts';
import { CommandError } from './request.ts';

/** Adds a space before a negative amount, so that `parseArgs` does not read the amount as an option. */
const cliArguments = process.argv.slice(2).map((word) => (/^-\d/.test(word) ? ` ${word}` : word));
const options = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  args: cliArguments,
  allowPositionals: true,
  options: {
    ...cloudOptions,
    reason: options,
    reference: options,
    by: options,
    drain: { type: 'boolean', default: false },
    'from-table': { type: 'string', multiple: true },
    version: options,
    apply: { type: 'boolean', default: false },
  },
});

try {
  const [command, ...parameters] = positionals.map((word) => word.trim());
  const { reason, reference, stage, drain, version, apply: isApplied, 'from-table': fromTables, by = userInfo().username } = values;
  await connect(values);
  const details = {
    ...(reason && { reason }),
    ...(reference && { reference }),
    ...(drain && { isDrain: true }),
    ...(fromTables && { fromTables }),
    ...(version && { version }),
    isApplied,
  };
  console.log(await run({ command, parameters, actor: by, stage, ...details }, new Date()));
} catch (error) {
  console.error(error instanceof CommandError || !(error instanceof Error) ? String(error).replace(/^Error: /, '') : error.message);
  process.exitCode = 1;
}
