import { checkOperationRequest } from '#shared/batch/operations.ts';
import { handle } from '../platform/handle.ts';
import { checkOperation } from './check-operation.ts';

export const handler = handle({ endpoint: 'checkOperation', body: checkOperationRequest }, async ({ caller, body, now }) => ({
  body: await checkOperation(caller.userId, body.operationName, now),
}));
