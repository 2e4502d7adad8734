import { useEffect, useRef, useState } from 'react';
import type { FinishFileResponse } from '#shared/finish/api.ts';
import { codeOf } from '#web/lib/api.ts';
import { type FinishOrder, makeFiles, quoteFiles } from './finish-calls.ts';

/** The files of a request for marketplaces. The hook can plan them, make them, and return to the choice. */
export function useFiles(request: FinishOrder) {
  const [files, setFiles] = useState<FinishFileResponse[]>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ReturnType<typeof codeOf>>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const run = async (work: (signal: AbortSignal) => Promise<void>) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setBusy(true);
    setError(undefined);
    try {
      await work(signal);
    } catch (cause) {
      if (!signal.aborted) setError(codeOf(cause));
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return {
    files,
    isBusy,
    error,
    quote: () => void run(async (signal) => setFiles(await quoteFiles(request, signal))),
    make: () => void run((signal) => makeFiles(request, { signal, onFiles: setFiles })),
    reset: () => {
      abort.current.abort();
      setFiles(undefined);
      setBusy(false);
      setError(undefined);
    },
  };
}
