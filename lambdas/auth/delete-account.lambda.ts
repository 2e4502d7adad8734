import { deleteAccountRequest } from '#shared/auth/api.ts';
import { handle } from '../platform/handle.ts';
import { deleteAccount } from './delete-account.ts';

export const handler = handle({ endpoint: 'deleteAccount', body: deleteAccountRequest }, async ({ caller, body, now }) => ({
  status: 202,
  body: await deleteAccount(caller, body.confirmation, now),
}));
