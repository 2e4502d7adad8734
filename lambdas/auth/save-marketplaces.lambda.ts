import { AppError } from '#shared/errors.ts';
import { saveMarketplacesRequest } from '#shared/finish/seller-preferences.ts';
import { limitedCall } from '../store/limited-call.ts';
import { writeMarketplaces } from '../store/marketplaces.ts';

export const handler = limitedCall({ endpoint: 'saveMarketplaces', body: saveMarketplacesRequest }, async ({ user, body }) => {
  if (!(await writeMarketplaces(user.userId, body))) throw new AppError('AccountDeleted');
  return { body };
});
