import { fileNamesRequest } from '#shared/package/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { writeNameTemplate } from '../store/seller-settings.ts';

export const handler = limitedCall({ endpoint: 'saveFileNames', body: fileNamesRequest }, async ({ user, body: { template } }) => {
  await writeNameTemplate(user.userId, template);
  return { body: { template } };
});
