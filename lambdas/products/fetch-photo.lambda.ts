import { fetchPhotoRequest } from '#shared/products/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { fetchPhoto } from './fetch-photo.ts';

export const handler = limitedCall({ endpoint: 'fetchPhoto', body: fetchPhotoRequest }, async ({ user, body, now }) => ({
  status: 201,
  body: await fetchPhoto(user, body.url, now),
}));
