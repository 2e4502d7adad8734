/** POST /api/auth/sign-out-everywhere: ends the sessions of all devices. */
import { signOutEverywhereResponse } from '#shared/auth/api.ts';
import { callApi } from '#web/lib/api.ts';

export const signOutEverywhere = () => callApi('signOutEverywhere', { schema: signOutEverywhereResponse });
