import { readFileSync } from 'node:fs';
import type { Seller } from './seller.ts';

type Sample = 'before' | 'after' | 'input';
export const sample = (name: Sample): Buffer => readFileSync(new URL(`../../web/public/samples/${name}.jpg`, import.meta.url));

/** The three samples of a before/after run as a seller's uploads, as the calls take them. */
export async function uploadExample(seller: Seller) {
  const [before, after, input] = await Promise.all([
    seller.upload(sample('before'), 'image/jpeg', { folder: 'pipeline/references' }),
    seller.upload(sample('after'), 'image/jpeg', { folder: 'pipeline/references' }),
    seller.upload(sample('input'), 'image/jpeg', { folder: 'pipeline/input' }),
  ]);
  return { beforeImageUrl: before.key, afterImageUrl: after.key, inputImageUrl: input.key };
}
