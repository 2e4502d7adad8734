import { editCall } from './edit-call.ts';

export const handler = editCall('orderBackgroundRemoval', 'remove-background');
