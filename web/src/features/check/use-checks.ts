import pLimit from 'p-limit';
import { useEffect, useRef, useState } from 'react';
import { checkBytesMax, type FileReport, visitorFilesPerDay } from '#shared/check/api.ts';
import type { Problem } from '#shared/check/findings.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { sendCheck } from './check-calls.ts';
import { measureLocally } from './measure-locally.ts';

/** Maximum number of files on the page. It is also the number of files that a visitor may check per day. */
export const filesMax = visitorFilesPerDay;
/** Maximum number of parallel uploads. With more uploads, each of them would be slower. */
const parallelMax = 2;

export type CheckedFile = {
  id: string;
  name: string;
  /** Address of the file in the browser, for its preview. An empty file has no preview. */
  src?: string | undefined;
  isVideo: boolean;
  /** The properties that the browser has measured. Later, the report of the server replaces these values. */
  localProbe?: Probe | undefined;
  report?: FileReport;
  error?: PageErrorCode;
};

/** Returns the problem of a file that is not uploaded. Such a file does not count for the daily limit. */
export function problemOfSize(sizeBytes: number): Problem | undefined {
  if (sizeBytes === 0) return 'empty';
  return sizeBytes > checkBytesMax ? 'tooLarge' : undefined;
}

export function useChecks(isSeller: boolean) {
  const [files, setFiles] = useState<readonly CheckedFile[]>([]);
  const [isFull, setFull] = useState(false);
  const abort = useRef<AbortController>(undefined);
  const pool = useRef(pLimit(parallelMax));
  /** The number of added files. This is a ref, because two events can add files before the page renders again. */
  const count = useRef(0);
  const sources = useRef<string[]>([]);
  useEffect(() => {
    abort.current = new AbortController();
    const addresses = sources.current;
    return () => {
      abort.current?.abort();
      for (const src of addresses.splice(0)) URL.revokeObjectURL(src);
    };
  }, []);

  const change = (id: string, values: Partial<CheckedFile>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));

  async function checkOne(id: string, file: File, signal: AbortSignal): Promise<void> {
    const problem = problemOfSize(file.size);
    if (problem) return change(id, { report: { problem } });
    change(id, { localProbe: await measureLocally(file, signal).catch(() => undefined) });
    try {
      change(id, { report: await sendCheck(file, { isSeller, signal }) });
    } catch (error) {
      if (!signal.aborted) change(id, { error: codeOf(error) });
    }
  }

  /** @param truncated whether the user dropped more files than the maximum. */
  function add(added: readonly File[], truncated = false): void {
    const signal = abort.current?.signal;
    if (!signal) return;
    const accepted = added.slice(0, filesMax - count.current).map((file) => ({ id: crypto.randomUUID(), file }));
    count.current += accepted.length;
    setFull(truncated || accepted.length < added.length);
    const rows = accepted.map(({ id, file }) => ({
      id,
      name: file.name,
      src: file.size > 0 ? URL.createObjectURL(file) : undefined,
      isVideo: file.type.startsWith('video/'),
    }));
    sources.current.push(...rows.flatMap(({ src }) => src ?? []));
    setFiles((all) => [...all, ...rows]);
    for (const { id, file } of accepted) void pool.current(() => (signal.aborted ? undefined : checkOne(id, file, signal)));
  }

  return { files, isFull, add };
}
