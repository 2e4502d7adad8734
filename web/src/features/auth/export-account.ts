/** POST /api/account/export: everything that the account has, as a file behind a link (Q65). */
import { exportAccountResponse } from '#shared/auth/api.ts';
import { callApi } from '#web/lib/api.ts';

export const exportAccount = () => callApi('exportAccount', { schema: exportAccountResponse });
