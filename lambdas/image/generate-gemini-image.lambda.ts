import { generateGeminiImageRequest } from '#shared/image/single-calls.ts';
import { imageCall } from './image-call.ts';

export const handler = imageCall('generateGeminiImage', generateGeminiImageRequest);
