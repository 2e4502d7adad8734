/**
 * The API functions to which a deployment shifts the calls gradually. A canary shows a defect only if a function has many calls. A canary
 * also needs three resources, so it is used only where a defect costs money: calls that open pages repeat, calls that order or end paid
 * work, payments, and the messages of vendors. All other functions change at once, and a rollback of the stack restores them too.
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
