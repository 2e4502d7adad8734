/** Selects the vendor for an image model. */
import type { ImageModelId } from '#shared/catalogue.ts';
import { geminiImage } from './gemini-image.ts';
import type { ImageVendor } from './image-port.ts';
import { openaiImage } from './openai-image.ts';

const vendors: Record<ImageModelId, ImageVendor> = { 'gemini-2.5-flash-image': geminiImage, 'GPT-Image-1': openaiImage };

export const imageVendor = (model: ImageModelId): ImageVendor => vendors[model];
