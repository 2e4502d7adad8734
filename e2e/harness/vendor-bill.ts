/** What the vendors would bill for the requests that their stand-ins have seen, by the list prices of shared/vendor-prices.ts. */
import type { VideoModelId } from '#shared/catalogue.ts';
import { type Mils, vendorPrices, videoPriceMils } from '#shared/vendor-prices.ts';
import type { TestCloud } from './cloud.ts';

type LoggedCall = { method: string; path: string; body: unknown; status?: number };
type Report = { requests: LoggedCall[]; counts: Record<string, number> };

/** Answers that every vendor documents as free. Anything else may be billed, also where no answer came. */
const freeStatuses = [401, 402, 403, 404, 413, 429];

/** The price of a request by its vendor; nothing for one that asks for no work. */
const prices: Record<string, (call: LoggedCall) => Mils> = {
  FAL: ({ path, body, status }) => {
    if (!path.startsWith('/fal-ai/') || !path.includes('image-to-video') || (status ?? 200) >= 400) return 0;
    const { duration = '8s', generate_audio: generateAudio = true } = body as { duration?: string; generate_audio?: boolean };
    const model: VideoModelId = path.includes('/fast/') ? 'veo3-fast' : 'veo3';
    return videoPriceMils({ model, durationSeconds: Number.parseInt(duration, 10), generateAudio }, 'fal');
  },
  GEMINI: ({ path }) => {
    if (!path.includes(':generateContent')) return 0;
    return /models\/[^:]*(image|banana)/.test(path) ? vendorPrices.image : vendorPrices.prompt;
  },
  OPENAI: ({ path }) => {
    if (path.startsWith('/v1/images/edits')) return vendorPrices.image;
    return path.startsWith('/v1/responses') ? vendorPrices.judgement : 0;
  },
  STABILITY: ({ path }) => (path.startsWith('/v2beta/') ? vendorPrices.outpaint : 0),
  PHOTOROOM: ({ path }) => {
    if (path.startsWith('/v1/segment')) return vendorPrices.photoEdit['remove-background'];
    return path.startsWith('/v2/edit') ? vendorPrices.photoEdit['image-editing'] : 0;
  },
};

/** The bill so far in mils, by vendor. @throws Error where a stand-in has forgotten requests. */
export async function vendorBill({ cloud }: TestCloud): Promise<Record<string, Mils>> {
  const bills = Object.entries(prices).map(async ([vendor, priceOf]): Promise<[string, Mils]> => {
    const answer = await fetch(new URL('/_requests', String(cloud.lambdaVariables[`STAND_IN_URL_${vendor}`])));
    const { requests, counts } = (await answer.json()) as Report;
    const seen = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (seen > requests.length) throw new Error(`The stand-in of ${vendor} lists ${requests.length} of ${seen} requests`);
    const billed = requests.filter(({ method, status }) => method === 'POST' && !freeStatuses.includes(status ?? 0));
    return [vendor, billed.reduce((sum, call) => sum + priceOf(call), 0)];
  });
  return Object.fromEntries(await Promise.all(bills));
}

export const totalMils = (bill: Record<string, Mils>): Mils => Object.values(bill).reduce((sum, mils) => sum + mils, 0);
