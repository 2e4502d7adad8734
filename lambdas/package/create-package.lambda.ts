import { createPackageRequest } from '#shared/package/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { createPackage } from './create-package.ts';

export const handler = limitedCall({ endpoint: 'createPackage', body: createPackageRequest }, async ({ user, body, now }) => ({
  status: 202,
  body: await createPackage(user, body, now),
}));
