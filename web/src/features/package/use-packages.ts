import { useEffect, useRef, useState } from 'react';
import type { PackageResponse } from '#shared/package/api.ts';
import { codeOf } from '#web/lib/api.ts';
import { makePackages, type PackageRequest } from './package-calls.ts';

/** Makes packages and follows their states. When the dialog closes, the server continues. */
export function usePackages() {
  const [packages, setPackages] = useState<PackageResponse[]>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ReturnType<typeof codeOf>>();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const make = async (request: PackageRequest) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    const onError = (cause: unknown) => !signal.aborted && setError(codeOf(cause));
    setBusy(true);
    setError(undefined);
    try {
      await makePackages(request, { signal, onPackages: setPackages, onError });
    } catch (cause) {
      onError(cause);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return {
    packages,
    isBusy,
    error,
    make: (request: PackageRequest) => void make(request),
    reset: () => {
      abort.current.abort();
      setPackages(undefined);
      setBusy(false);
      setError(undefined);
    },
  };
}
