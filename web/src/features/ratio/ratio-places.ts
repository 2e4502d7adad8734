import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { ratioOptions } from '#shared/video/ratio.ts';

type Place = { placement: PlacementId; name: string };

/**
 * For each ratio, two places of marketplaces that show such videos. The names are copied from the rules, because the file of the rules is
 * large.
 */
export const ratioPlaces: Record<(typeof ratioOptions)[number], readonly Place[]> = {
  '9:16': [
    { placement: 'tiktok.feed-video', name: 'TikTok' },
    { placement: 'shopee.feed-video', name: 'Shopee' },
  ],
  '16:9': [
    { placement: 'amazon.listing-video', name: 'Amazon' },
    { placement: 'tiktok.feed-video', name: 'TikTok' },
  ],
  '1:1': [
    { placement: 'tiktok-shop.listing-video', name: 'TikTok Shop' },
    { placement: 'etsy.listing-video', name: 'Etsy' },
  ],
};
