import { randomUUID } from 'node:crypto';
import { outpaintRequest } from '#shared/video/single-calls.ts';
import { limitedCall } from '../store/limited-call.ts';
import { stabilityOutpaint } from '../vendors/stability.ts';
import { outpaintImage } from './outpaint-image.ts';

export const handler = limitedCall({ endpoint: 'outpaintImage', body: outpaintRequest }, async ({ user, body, now, deadline }) => ({
  body: await outpaintImage({ user, request: body, newId: randomUUID(), now, deadline }, stabilityOutpaint),
}));
