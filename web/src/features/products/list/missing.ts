/** What a product still needs for the listings of a marketplace. */
import { refusedRule } from '#shared/marketplaces/check.ts';
import type { ImageProbe } from '#shared/marketplaces/probe.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import type { ProductSummary } from '#shared/products/api.ts';
import { type Shop, shops } from '#web/features/marketplaces/placements.ts';

/** The marketplaces with a column if the seller has chosen no placements in the account. */
const defaultShops: readonly Shop[] = ['tiktok-shop', 'shopee', 'lazada', 'amazon', 'mercado-libre'];
/** More columns have no space in a row. */
const shownShopsMax = 5;

/** Returns the marketplaces with a column: those of the placements that the seller has chosen in the account. */
export function shownShopsOf(chosen: readonly string[]): readonly Shop[] {
  const ofSeller = shops.filter(({ placements }) => placements.some(({ id }) => chosen.includes(id))).map(({ shop }) => shop);
  return ofSeller.length > 0 ? ofSeller.slice(0, shownShopsMax) : defaultShops;
}

/** `photo_refused`: the first photo breaks a rule for images of this marketplace, for example about its size. */
export type Missing = 'nothing' | 'photo' | 'photo_refused' | 'video';

const placementsOf = new Map<Shop, readonly Placement[]>(shops.map(({ shop, placements }) => [shop, placements]));

const formats: Record<string, NonNullable<ImageProbe['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

function probeOf({ photos: [photo] }: ProductSummary): ImageProbe | undefined {
  if (!photo) return undefined;
  const { width, height, sizeBytes: bytes, contentType } = photo;
  const format = formats[contentType];
  return { kind: 'image', width, height, bytes, ...(format && { format }) };
}

/**
 * Returns the first thing that is missing. Images and edits that were made from the photo replace it in a listing, so the rules for images
 * apply to the photo only if the product has no such result.
 */
export function missingFor(product: ProductSummary, shop: Shop): Missing {
  const placements = placementsOf.get(shop) ?? [];
  const { made } = product;
  const probe = probeOf(product);
  if (!probe && made.images + made.edits === 0) return 'photo';
  const imageRules = placements.filter(({ kind }) => kind === 'image').flatMap(({ rules }) => rules);
  if (probe && made.images + made.edits === 0 && refusedRule(probe, imageRules)) return 'photo_refused';
  return made.videos === 0 && placements.some(({ kind }) => kind === 'video') ? 'video' : 'nothing';
}
