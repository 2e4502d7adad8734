/**
 * The API functions that get a new version gradually (a canary). A canary needs three resources, and shows a defect only if a function has
 * many calls. So only calls whose defect would cost money have a canary: calls that pages repeat, calls that order or end paid work,
 * payments, and the messages of vendors. For all other functions, all calls use a new version immediately. A rollback of the stack restores
 * them too.
 */
import type { EndpointName } from '#shared/endpoints.ts';

/** The alias of these functions, which API Gateway calls. */
export const functionAlias = 'live';

export const canaryCalls: ReadonlySet<EndpointName> = new Set([
  'getProfile',
  'listActiveBatches',
  'getBatch',
  'getRun',
  'listHistory',
  'createUpload',
  'createBatch',
  'createOrder',
  'retryBatch',
  'cancelBatch',
  'startRun',
  'continueRun',
  'stopRun',
  'createCheckout',
  'getCheckout',
  'receiveStripeWebhook',
  'receiveFalWebhook',
] satisfies EndpointName[]);
