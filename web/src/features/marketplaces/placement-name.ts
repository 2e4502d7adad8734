import type { TFunction } from 'i18next';
import type { Placement } from '#shared/marketplaces/schema.ts';

/** Names of advertising products of a marketplace. They are not translated. */
export function placementName({ place }: Placement, t: TFunction): string {
  switch (place) {
    case 'clips':
      return 'Clips';
    case 'sponsored-brands-video':
      return 'Sponsored Brands';
    case 'sponsored-products-video':
      return 'Sponsored Products';
    case 'dsp-video':
      return 'Amazon DSP';
    default:
      return t(`marketplaces.place.${place}`);
  }
}
