import { reconcile } from './reconcile.ts';

export const handler = (): Promise<object> => reconcile(new Date());
