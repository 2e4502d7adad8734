/** POST /api/account/delete: ends the account of who types its e-mail (Q65). */
import { deleteAccountResponse } from '#shared/auth/api.ts';
import { callApi } from '#web/lib/api.ts';

export const deleteAccount = (confirmation: string) => callApi('deleteAccount', { body: { confirmation }, schema: deleteAccountResponse });
