import { generateOpenaiImageRequest } from '#shared/image/single-calls.ts';
import { imageCall } from './image-call.ts';

export const handler = imageCall('generateOpenaiImage', generateOpenaiImageRequest);
