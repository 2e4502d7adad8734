import { job } from '../platform/job.ts';
import { continueOrders } from './continue-orders.ts';

export const handler = job('continueOrders', continueOrders);
