/** A fake API of before/after runs for tests. */
import type { RunResponse, StartRunRequest } from '#shared/pipeline/api.ts';

export const runOf = (runId: string, changes: Partial<RunResponse> = {}): RunResponse => ({
  runId,
  status: 'running',
  stage: 'processing',
  step: 'generating',
  message: '',
  iteration: 0,
  iterationsMax: 15,
  productType: '',
  createdAt: new Date().toISOString(),
  photos: { beforeUrl: '/b', afterUrl: '/a', inputUrl: '/i' },
  focusAreas: [
    { area: 'light', kind: 'focus', source: 'user', status: 'pending', attempts: 0 },
    { area: 'product accuracy', kind: 'accuracy', source: 'rule', status: 'pending', attempts: 0 },
  ],
  focusAreaPlan: { aiSuggested: [], userProvided: ['light'], combined: ['light'] },
  iterationHistory: [],
  statistics: { imagesMade: 0, evaluations: 0, areasSolved: 0, areasSkipped: 0, seconds: 0 },
  charged: 0,
  costMax: 0.75,
  canStop: true,
  isStopping: false,
  canContinue: false,
  ...changes,
});

/** Accepts orders, and returns the runs that a test has stored in `runs`. `refuse` makes the next POST fail. */
export function fakeApi() {
  const runs = new Map<string, RunResponse>();
  const calls: { path: string; body: unknown }[] = [];
  const refusals: { status: number; code: string; data?: object }[] = [];
  const post = (path: string, body: unknown): unknown => {
    if (path.endsWith('/analyze-transformation')) return undefined;
    const [, , , , runId = '', action] = path.split('/');
    if (action === 'stop') runs.set(runId, runOf(runId, { status: 'stopped', step: 'stopped' }));
    else if (action === 'continue') runs.set(runId, runOf(runId));
    else runs.set((body as StartRunRequest).runId, runOf((body as StartRunRequest).runId));
    return runs.get(runId || (body as StartRunRequest).runId);
  };
  return {
    runs,
    calls,
    refuse: (status: number, code: string, data?: object) => refusals.push({ status, code, ...(data && { data }) }),
    fetch: async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      if (method === 'POST') {
        const refusal = refusals.shift();
        const requestBody = body ? JSON.parse(String(body)) : undefined;
        calls.push({ path, body: requestBody });
        return refusal ? Response.json({ message: '', ...refusal }, { status: refusal.status }) : Response.json(post(path, requestBody));
      }
      if (path === '/api/pipeline/runs')
        return Response.json({
          items: [...runs.values()]
            .reverse()
            .map(({ runId, status, stage, createdAt, iteration }) => ({ runId, status, stage, createdAt, iteration })),
        });
      const run = runs.get(path.split('/')[4] ?? '');
      return run ? Response.json(run) : Response.json({ code: 'RunNotFound', message: '' }, { status: 404 });
    },
  };
}
