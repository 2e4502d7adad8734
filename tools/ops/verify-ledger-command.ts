/** `npm run ledger:verify`: prints each violation and three totals. If there are violations, the exit code is 1. */
import { parseArgs } from 'node:util';
import { cloudOptions, connect } from './connect.ts';
import { verifyLedger } from './verify-ledger.ts';

const { values: selectedCloud } = parseArgs({ options: cloudOptions });

try {
  await connect(selectedCloud);
  const { accounts, difference, staleHolds, violations } = await verifyLedger(new Date());
  for (const violation of violations) console.error(violation);
  console.log(`ledger.accounts_checked ${accounts} accounts`);
  console.log(`ledger.difference ${difference} cents`);
  console.log(`ledger.stale_holds ${staleHolds} holds`);
  process.exitCode = violations.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
