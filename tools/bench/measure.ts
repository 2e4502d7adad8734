/** Computes medians, and measures the memory of separate processes. */
import { spawnSync } from 'node:child_process';
import { roundTo } from './round-to.ts';

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Runs a module in a separate process and returns the peak memory of this process. The module must start its work if its arguments are
 * `--alone <file>`.
 */
export const measurePeakMb = async (module: string, file: string): Promise<number> => runAlone(module, file).peakMegabytes;

/** Runs a module with the arguments `--alone <file>` in a separate process. Returns the output and the peak memory of the process. */
export function runAlone(module: string, file: string): { output: string; peakMegabytes: number } {
  // process.resourceUsage() would be wrong here, because its maximum starts with the maximum of the parent process.
  const report =
    'import { readFileSync } from "node:fs"; process.on("exit", () => console.error(readFileSync("/proc/self/status", "utf8")))';
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${report}`, module, '--alone', file], {
    encoding: 'utf8',
  });
  const kilobytes = Number(/^VmHWM:\s+(\d+) kB$/m.exec(stderr)?.[1]);
  if (status !== 0 || !(kilobytes > 0)) throw new Error(`${module} failed in a separate process: ${stderr}`);
  return { output: stdout.trim(), peakMegabytes: roundTo(kilobytes / 1024, 0) };
}
