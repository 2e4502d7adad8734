/** What benches of media share. */
import { spawnSync } from 'node:child_process';
import { rounded } from './rounded.ts';

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The most memory that a module's work takes in a process of its own, as a function has one. The module runs it for `--alone <file>`. */
export const peakMegabytes = async (module: string, file: string): Promise<number> => runAlone(module, file).peakMegabytes;

/** Runs a module's work for `--alone <file>` in a process of its own: what it printed, and the most memory it took. */
export function runAlone(module: string, file: string): { printed: string; peakMegabytes: number } {
  // Not process.resourceUsage(): its maximum begins with that of the process which started this one.
  const report =
    'import { readFileSync } from "node:fs"; process.on("exit", () => console.error(readFileSync("/proc/self/status", "utf8")))';
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${report}`, module, '--alone', file], {
    encoding: 'utf8',
  });
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(stderr)?.[1]);
  if (status !== 0 || !(kilobytes > 0)) throw new Error(`${module} failed alone: ${stderr}`);
  return { printed: stdout.trim(), peakMegabytes: rounded(kilobytes / 1024, 0) };
}
