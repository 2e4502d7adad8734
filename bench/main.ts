/** `npm run bench`: one figure a line, `name value unit`. With names as arguments, only those benches run. */
import { batchBench } from './batch.ts';
import { ledgerBench } from './ledger.ts';
import { startBench } from './start.ts';

export type Report = (name: string, value: number, unit: string) => void;

const benches: Record<string, (report: Report) => Promise<void>> = { start: startBench, ledger: ledgerBench, batch: batchBench };

const report: Report = (name, value, unit) => console.log(`${name} ${value} ${unit}`);

const asked = process.argv.slice(2);
for (const [name, run] of Object.entries(benches)) if (asked.length === 0 || asked.includes(name)) await run(report);
