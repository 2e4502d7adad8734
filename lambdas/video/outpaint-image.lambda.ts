import { randomUUID } from 'node:crypto';
import { outpaintRequest } from '#shared/video/single-calls.ts';
import { handle } from '../platform/handle.ts';
import { stabilityOutpaint } from '../vendors/stability.ts';
import { outpaintImage } from './outpaint-image.ts';

export const handler = handle({ endpoint: 'outpaintImage', body: outpaintRequest }, async ({ caller, body, now }) => ({
  body: await outpaintImage({ userId: caller.userId, request: body, newId: randomUUID(), now }, stabilityOutpaint),
}));
