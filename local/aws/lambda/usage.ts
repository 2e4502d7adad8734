/** Measures the process of an invocation in slow mode: its memory, and the time that Lambda would need for the same work. */
import { readdirSync, readFileSync } from 'node:fs';

export type Usage = {
  /**
   * Seconds that the work would need with the function's share of a processor. The waiting time of the process does not count, because a
   * stand-in does not respond at the same speed as the real vendor.
   */
  seconds: number;
  /** Peak memory of the process, including native code. */
  peakMb: number;
};

/**
 * A function with this memory has one full processor. The share of another function is proportional to its memory
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html).
 */
const oneProcessorMb = 1769;
/** Linux counts processor time in ticks of 10 ms on all platforms that Node supports: proc_pid_stat(5), sysconf(3). */
const ticksPerSecond = 100;

/** Starts to measure a process. The returned function returns the usage since the start. */
export function startMeter(pid: number, memoryMb: number): () => Usage {
  const processors = memoryMb / oneProcessorMb;
  const startSeconds = cpuSecondsOf(pid);
  return () => {
    const { total, threads } = cpuSecondsOf(pid);
    // One thread cannot use more than one processor.
    const busiestThreadSeconds = Math.max(0, ...[...threads].map(([id, seconds]) => seconds - (startSeconds.threads.get(id) ?? 0)));
    return { seconds: Math.max((total - startSeconds.total) / processors, busiestThreadSeconds), peakMb: peakMbOf(pid) };
  };
}

function cpuSecondsOf(pid: number): { total: number; threads: Map<string, number> } {
  const ids = readdirSync(`/proc/${pid}/task`);
  const threads = new Map(ids.map((id) => [id, readCpuSeconds(`/proc/${pid}/task/${id}/stat`)]));
  return { total: readCpuSeconds(`/proc/${pid}/stat`), threads };
}

/** Returns zero for a thread that has ended. Its time is still part of the process time. */
function readCpuSeconds(file: string): number {
  try {
    // The process name before the last bracket may contain spaces. User and system time are fields 14 and 15.
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
}

const peakMbOf = (pid: number): number => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
