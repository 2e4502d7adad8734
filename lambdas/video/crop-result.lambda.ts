import { cropRequest } from '#shared/video/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { cropResult } from './crop-result.ts';

export const handler = limitedCall({ endpoint: 'cropResult', body: cropRequest }, async ({ user, body, now }) => ({
  body: await cropResult(user, body, now),
}));
