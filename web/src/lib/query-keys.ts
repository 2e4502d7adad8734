/** Keys of cached responses that several product areas read or change. */

/** Begin of the keys of all lists and runs of the history. */
export const historyKey = ['history'] as const;

/** Begin of the keys of all before/after runs. */
export const runsReadKey = ['pipeline-run'] as const;
export const runKey = (runId: string) => [...runsReadKey, runId] as const;
