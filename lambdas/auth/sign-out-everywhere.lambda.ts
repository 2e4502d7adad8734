import { handle } from '../platform/handle.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';

export const handler = handle({ endpoint: 'signOutEverywhere' }, async ({ caller, now }) => {
  await signOutEverywhere(caller, now);
  return { body: { status: 'signed_out' } };
});
