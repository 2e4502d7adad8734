/**
 * All rule files, without validation. The page imports this file, because zod would make the page larger. rules.ts validates the same
 * files, and rules.test.ts tests that the validation changes no value.
 */
import amazonDspVideo from './rules/amazon.dsp-video.json' with { type: 'json' };
import amazonListingVideo from './rules/amazon.listing-video.json' with { type: 'json' };
import amazonMainImage from './rules/amazon.main-image.json' with { type: 'json' };
import amazonSponsoredBrandsVideo from './rules/amazon.sponsored-brands-video.json' with { type: 'json' };
import amazonSponsoredProductsVideo from './rules/amazon.sponsored-products-video.json' with { type: 'json' };
import ebayListingImage from './rules/ebay.listing-image.json' with { type: 'json' };
import ebayListingVideo from './rules/ebay.listing-video.json' with { type: 'json' };
import etsyListingImage from './rules/etsy.listing-image.json' with { type: 'json' };
import etsyListingVideo from './rules/etsy.listing-video.json' with { type: 'json' };
import lazadaListingImage from './rules/lazada.listing-image.json' with { type: 'json' };
import lazadaMainVideo from './rules/lazada.main-video.json' with { type: 'json' };
import mercadoLibreClips from './rules/mercado-libre.clips.json' with { type: 'json' };
import mercadoLibreListingImage from './rules/mercado-libre.listing-image.json' with { type: 'json' };
import shopeeFeedVideo from './rules/shopee.feed-video.json' with { type: 'json' };
import shopeeListingImage from './rules/shopee.listing-image.json' with { type: 'json' };
import shopeeListingVideo from './rules/shopee.listing-video.json' with { type: 'json' };
import shopifyProductImage from './rules/shopify.product-image.json' with { type: 'json' };
import shopifyProductVideo from './rules/shopify.product-video.json' with { type: 'json' };
import temuListingImage from './rules/temu.listing-image.json' with { type: 'json' };
import temuListingVideo from './rules/temu.listing-video.json' with { type: 'json' };
import tiktokFeedVideo from './rules/tiktok.feed-video.json' with { type: 'json' };
import tiktokShopListingImage from './rules/tiktok-shop.listing-image.json' with { type: 'json' };
import tiktokShopListingVideo from './rules/tiktok-shop.listing-video.json' with { type: 'json' };
import tiktokShopListingVideoId from './rules/tiktok-shop.listing-video-id.json' with { type: 'json' };
import tiktokShopListingVideoJp from './rules/tiktok-shop.listing-video-jp.json' with { type: 'json' };
import tiktokShopListingVideoSea from './rules/tiktok-shop.listing-video-sea.json' with { type: 'json' };

export const ruleFiles = {
  'tiktok-shop.listing-video': tiktokShopListingVideo,
  'tiktok-shop.listing-image': tiktokShopListingImage,
  'tiktok-shop.listing-video-id': tiktokShopListingVideoId,
  'tiktok-shop.listing-video-jp': tiktokShopListingVideoJp,
  'tiktok-shop.listing-video-sea': tiktokShopListingVideoSea,
  'tiktok.feed-video': tiktokFeedVideo,
  'shopee.listing-video': shopeeListingVideo,
  'shopee.feed-video': shopeeFeedVideo,
  'shopee.listing-image': shopeeListingImage,
  'amazon.listing-video': amazonListingVideo,
  'amazon.sponsored-brands-video': amazonSponsoredBrandsVideo,
  'amazon.sponsored-products-video': amazonSponsoredProductsVideo,
  'amazon.dsp-video': amazonDspVideo,
  'amazon.main-image': amazonMainImage,
  'lazada.main-video': lazadaMainVideo,
  'lazada.listing-image': lazadaListingImage,
  'temu.listing-video': temuListingVideo,
  'temu.listing-image': temuListingImage,
  'etsy.listing-video': etsyListingVideo,
  'etsy.listing-image': etsyListingImage,
  'mercado-libre.clips': mercadoLibreClips,
  'mercado-libre.listing-image': mercadoLibreListingImage,
  'shopify.product-video': shopifyProductVideo,
  'shopify.product-image': shopifyProductImage,
  'ebay.listing-video': ebayListingVideo,
  'ebay.listing-image': ebayListingImage,
} as const;

export type PlacementId = keyof typeof ruleFiles;
export const placementIds = Object.keys(ruleFiles) as PlacementId[];
