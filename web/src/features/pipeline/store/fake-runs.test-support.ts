/** The API of before/after runs in a test. */
import type { RunResponse, StartRunRequest } from '#shared/pipeline/api.ts';

export const runOf = (runId: string, about: Partial<RunResponse> = {}): RunResponse => ({
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
  ...about,
});

/** Accepts orders, and returns the runs that the test sets. `refuse` makes the next POST fail. */
export function fakeApi() {
  const runs = new Map<string, RunResponse>();
  const calls: { path: string; body: unknown }[] = [];
  const refusals: { status: number; code: string; data?: object }[] = [];
  const post = (path: string, body: unknown): unknown => {
    if (path.endsWith('/analyze-transformation')) return undefined;
    const [, , , , runId = '', what] = path.split('/');
    if (what === 'stop') runs.set(runId, runOf(runId, { status: 'stopped', step: 'stopped' }));
    else if (what === 'continue') runs.set(runId, runOf(runId));
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
        const sent = body ? JSON.parse(String(body)) : undefined;
        calls.push({ path, body: sent });
        return refusal ? Response.json({ message: '', ...refusal }, { status: refusal.status }) : Response.json(post(path, sent));
      }
      if (path === '/api/pipeline/runs')
        return Response.json({
          items: [...runs.values()]
            .reverse()
            .map(({ runId, status, stage, createdAt, iteration }) => ({ runId, status, stage, createdAt, iteration })),
        });
      const found = runs.get(path.split('/')[4] ?? '');
      return found ? Response.json(found) : Response.json({ code: 'RunNotFound', message: '' }, { status: 404 });
    },
  };
}
