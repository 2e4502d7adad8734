/** The rules that the page shows, grouped by shop. */
import { ruleFiles } from '#shared/marketplaces/rule-files.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';

export type Shop = Placement['shop'];
export type Rule = Placement['rules'][number];
export type Conflict = Placement['conflicts'][number];

/** Names of shops are trademarks, so they are not translated. */
export const shopNames: Record<Shop, string> = {
  'tiktok-shop': 'TikTok Shop',
  tiktok: 'TikTok',
  shopee: 'Shopee',
  amazon: 'Amazon',
  lazada: 'Lazada',
  temu: 'Temu',
  etsy: 'Etsy',
  'mercado-libre': 'Mercado Libre',
  shopify: 'Shopify',
  ebay: 'eBay',
};

// TypeScript gives JSON imports wider types than the schema. A test in shared/marketplaces/ shows that all files match the schema.
const placements = Object.values(ruleFiles) as readonly unknown[] as readonly Placement[];

/** The shops in the order of the rule files, each with its placements. */
export const shops: readonly { shop: Shop; placements: Placement[] }[] = [...new Set(placements.map(({ shop }) => shop))].map((shop) => ({
  shop,
  placements: placements.filter((placement) => placement.shop === shop),
}));

export const placementsById: ReadonlyMap<string, Placement> = new Map(placements.map((placement) => [placement.id, placement]));

/** The oldest day on which we read a rule. */
export const checkedAt = placements.flatMap(({ rules }) => rules.map(({ seenAt }) => seenAt)).sort()[0] as string;
