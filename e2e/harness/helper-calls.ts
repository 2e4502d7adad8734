/** The free helpers that a vendor bills to us, each with a body that it accepts. */
import { type Answer, photo, type Seller } from './seller.ts';

export type Helper = 'aiWrite' | 'outpaint' | 'analyze' | 'evaluate';

/** Small pictures: the number of requests matters, not what they show. */
export const smallPhoto = () => photo('jpeg', { width: 160, height: 160 });

export async function smallExample(seller: Seller) {
  const file = await smallPhoto();
  const { key } = await seller.upload(file, 'image/jpeg', { folder: 'pipeline/references' });
  const { key: inputImageUrl } = await seller.upload(file, 'image/jpeg', { folder: 'pipeline/input' });
  return { beforeImageUrl: key, afterImageUrl: key, inputImageUrl };
}

/** Uploads what the helpers need, and returns a call of each. */
export async function helperCalls(seller: Seller): Promise<Record<Helper, () => Promise<Answer<unknown>>>> {
  const { key } = await seller.upload(await smallPhoto());
  const { inputImageUrl, ...example } = await smallExample(seller);
  const post = (path: string, body: object) => () => seller.call<unknown>('POST', path, body);
  return {
    aiWrite: post('/api/ai/generate-prompt', {
      imageUrl: key,
      aspectRatio: '9:16',
      duration: 8,
      generateAudio: false,
      videoStyle: 'showcase',
      language: 'en',
    }),
    outpaint: post('/api/stability/outpaint', {
      imageUrl: key,
      outpaintParams: { left: 64, right: 64, up: 0, down: 0 },
      creativityStrength: 0.3,
      prompt: '',
    }),
    analyze: post('/api/openai/analyze-transformation', { ...example, productType: '', userRequirements: '' }),
    evaluate: post('/api/openai/evaluate-image', {
      ...example,
      currentImageUrl: inputImageUrl,
      focusAreas: ['shadow'],
      iterationNumber: 1,
      previousStatus: {},
      currentTargetArea: 'shadow',
    }),
  };
}
