/** The free helpers that a vendor bills to us, each with a body that it accepts. */
import { photo, type Seller } from './seller.ts';

export type Helper = 'aiWrite' | 'outpaint' | 'analyze' | 'evaluate';

/** Small pictures: the number of requests matters, not what they show. */
export const smallPhoto = () => photo('jpeg', { width: 160, height: 160 });

export async function smallExample(seller: Seller) {
  const file = await smallPhoto();
  const { key } = await seller.upload(file, 'image/jpeg', { folder: 'pipeline/references' });
  const { key: inputImageUrl } = await seller.upload(file, 'image/jpeg', { folder: 'pipeline/input' });
  return { beforeImageUrl: key, afterImageUrl: key, inputImageUrl };
}

/** Uploads what the helpers need, and returns a request of each. */
export async function helperRequests(seller: Seller): Promise<Record<Helper, { path: string; body: object }>> {
  const { key } = await seller.upload(await smallPhoto());
  const { inputImageUrl, ...example } = await smallExample(seller);
  const wish = { aspectRatio: '9:16', duration: 8, generateAudio: false, videoStyle: 'showcase', language: 'en' };
  const sides = { left: 64, right: 64, up: 0, down: 0 };
  const area = { focusAreas: ['shadow'], iterationNumber: 1, previousStatus: {}, currentTargetArea: 'shadow' };
  return {
    aiWrite: { path: '/api/ai/generate-prompt', body: { imageUrl: key, ...wish } },
    outpaint: { path: '/api/stability/outpaint', body: { imageUrl: key, outpaintParams: sides, creativityStrength: 0.3, prompt: '' } },
    analyze: { path: '/api/openai/analyze-transformation', body: { ...example, productType: '', userRequirements: '' } },
    evaluate: { path: '/api/openai/evaluate-image', body: { ...example, currentImageUrl: inputImageUrl, ...area } },
  };
}
