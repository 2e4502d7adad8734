/** POST /api/account/delete: deletes the account. The user must type the e-mail of the account (docs/spec.md 3.8). */
import { deleteAccountResponse } from '#shared/auth/api.ts';
import { callApi } from '#web/lib/api.ts';

export const deleteAccount = (confirmation: string) => callApi('deleteAccount', { body: { confirmation }, schema: deleteAccountResponse });
