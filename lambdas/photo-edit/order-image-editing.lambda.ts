import { editCall } from './edit-call.ts';

export const handler = editCall('orderImageEditing', 'image-editing');
