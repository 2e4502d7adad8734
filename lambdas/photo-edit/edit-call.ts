import { randomUUID } from 'node:crypto';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import { limitedCall } from '../store/limited-call.ts';
import { orderEdit } from './order-edit.ts';
import { readOrder } from './read-order.ts';

/** Creates the handler of a call that orders an edit of this mode. */
export const editCall = (endpoint: 'orderBackgroundRemoval' | 'orderImageEditing', apiMode: PhotoEditSettings['apiMode']) =>
  limitedCall({ endpoint }, async ({ user, headers, rawBody, now }) => {
    const order = await readOrder(apiMode, { contentType: headers['content-type'], rawBody });
    return { status: 202, body: await orderEdit(user, order, randomUUID(), now) };
  });
