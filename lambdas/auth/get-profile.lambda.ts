import { handle } from '../platform/handle.ts';
import { getProfile } from './get-profile.ts';

export const handler = handle({ endpoint: 'getProfile' }, async ({ caller, address, headers, now }) => ({
  body: await getProfile(caller, { address, acceptLanguage: headers['accept-language'] }, now),
}));
