/** Selects the vendor for an image model. */
import type { ImageModelId } from '#shared/catalogue.ts';
import type { ImageVendor } from './image-port.ts';

/** The SDK of a vendor is loaded before its first request, because most environments use only one of the vendors. */
const vendors: Record<ImageModelId, ImageVendor> = {
  'gemini-2.5-flash-image': {
    model: 'gemini-2.5-flash-image',
    make: async (order) => (await import('./gemini-image.ts')).geminiImage.make(order),
  },
  'GPT-Image-1': { model: 'GPT-Image-1', make: async (order) => (await import('./openai-image.ts')).openaiImage.make(order) },
};

export const imageVendor = (model: ImageModelId): ImageVendor => vendors[model];
