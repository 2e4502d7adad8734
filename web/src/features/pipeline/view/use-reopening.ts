import { useState } from 'react';

/** Runs the task of a button that opens the setup. While the task runs, further clicks have no effect. */
export function useReopening(task: () => Promise<unknown>): { isLoading: boolean; reopen: () => void } {
  const [isLoading, setLoading] = useState(false);
  const reopen = () => {
    if (isLoading) return;
    setLoading(true);
    void task().finally(() => setLoading(false));
  };
  return { isLoading, reopen };
}
