/** The messages between the page and the worker of an import. */
import type { FileRefusal } from '../read/sheet-error.ts';
import type { PlannedProduct, PlanRequest } from './session.ts';

export const productsPerMessage = 200;

export type WorkerRequest =
  | { type: 'read'; file: Blob; language: string }
  | { type: 'readNames'; paths: readonly string[]; knownSkus: readonly string[] }
  | { type: 'plan'; plan: PlanRequest }
  | { type: 'example'; plan: PlanRequest }
  | { type: 'sources'; indexes: readonly number[] }
  | { type: 'problemCsv'; indexes: readonly number[]; texts: readonly string[]; heading: string };

/** Replies with `products` come before the last reply to a plan. */
export type WorkerReply =
  | { id: number; result: unknown }
  | { id: number; products: PlannedProduct[] }
  | { id: number; refusal: FileRefusal };
