import { job } from '../platform/job.ts';
import { reconcile } from './reconcile.ts';

export const handler = job('reconcile', reconcile);
