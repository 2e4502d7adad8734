/** Calls the worker of an import. */
import { trustedScript } from '#web/features/upload/trusted-script.ts';
import { SheetError } from '../read/sheet-error.ts';
import type { ExampleProduct, Plan, PlannedProduct, PlanRequest, SheetSummary } from './session.ts';
import workerUrl from './sheet.worker.ts?worker&url';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

type Call = { resolve: (result: unknown) => void; reject: (error: Error) => void; products: PlannedProduct[] };

export function openSheetWorker() {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' });
  const calls = new Map<number, Call>();
  let lastId = 0;

  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
    const call = calls.get(data.id);
    if (!call) return;
    if ('products' in data) {
      call.products.push(...data.products);
      return;
    }
    calls.delete(data.id);
    if ('refusal' in data) call.reject(new SheetError(data.refusal));
    else call.resolve(data.result);
  };
  // The worker ended, for example because a file used all of its memory.
  worker.onerror = (event) => {
    event.preventDefault();
    for (const { reject } of calls.values()) reject(new SheetError('unreadable'));
    calls.clear();
  };

  const call = (request: WorkerRequest): Promise<{ result: unknown; products: PlannedProduct[] }> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const products: PlannedProduct[] = [];
      calls.set(lastId, { resolve: (result) => resolve({ result, products }), reject, products });
      worker.postMessage({ id: lastId, request });
    });

  return {
    read: async (file: Blob, language: string) => (await call({ type: 'read', file, language })).result as SheetSummary,
    readNames: async (paths: readonly string[], knownSkus: readonly string[]): Promise<void> => {
      await call({ type: 'readNames', paths, knownSkus });
    },
    plan: async (plan: PlanRequest): Promise<Plan> => {
      const { result, products } = await call({ type: 'plan', plan });
      return { ...(result as Omit<Plan, 'products'>), products };
    },
    example: async (plan: PlanRequest) => (await call({ type: 'example', plan })).result as ExampleProduct | undefined,
    sources: async (indexes: readonly number[]) =>
      (await call({ type: 'sources', indexes })).result as { headers: string[]; cells: string[] }[],
    problemCsv: async (indexes: readonly number[], texts: readonly string[], heading: string) =>
      (await call({ type: 'problemCsv', indexes, texts, heading })).result as string,
    close: () => worker.terminate(),
  };
}

export type SheetWorker = ReturnType<typeof openSheetWorker>;
