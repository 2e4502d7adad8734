/** Reads and plans an import outside the main thread of the page. */
import { SheetError } from '../read/sheet-error.ts';
import { createSession, type Plan } from './session.ts';
import { productsPerMessage, type WorkerReply, type WorkerRequest } from './worker-messages.ts';

const session = createSession();

const send = (reply: WorkerReply) => postMessage(reply);

addEventListener('message', async ({ data: { id, request } }: MessageEvent<{ id: number; request: WorkerRequest }>) => {
  try {
    const result = await run(request);
    if (request.type === 'plan') sendPlan(id, result as Plan);
    else send({ id, result });
  } catch (error) {
    send({ id, refusal: error instanceof SheetError ? error.reason : 'unreadable' });
  }
});

function run(request: WorkerRequest): unknown {
  switch (request.type) {
    case 'read':
      return session.read(request.file, request.language);
    case 'readNames':
      return session.readNames(request.paths, request.knownSkus);
    case 'plan':
      return session.plan(request.plan);
    case 'example':
      return session.example(request.plan);
    case 'sources':
      return session.sources(request.indexes);
    case 'problemCsv':
      return session.problemCsv(request.indexes, request.texts, request.heading);
  }
}

/** The page receives the products in parts, because it would convert a long message in one long task. */
function sendPlan(id: number, { products, ...plan }: Plan): void {
  for (let start = 0; start < products.length; start += productsPerMessage)
    send({ id, products: products.slice(start, start + productsPerMessage) });
  send({ id, result: plan });
}
