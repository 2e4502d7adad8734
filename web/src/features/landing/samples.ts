/** The sample scenes of the landing page (web/public/samples). */
import { useTranslation } from 'react-i18next';

const media = (name: string) => ({
  photo: `/samples/${name}.avif`,
  /** The same photo with half the width, for small pictures. */
  smallPhoto: `/samples/${name}-432.avif`,
  clip: `/samples/${name}.mp4`,
  poster: `/samples/${name}-poster.avif`,
});
type Media = ReturnType<typeof media>;

export type Sample = Media & { label: string };

const shoe = media('shoe-step-motion');
const bag = media('bag-sway-motion');
const skincare = media('skincare-gentle-touch');
const hat = media('hat-cute-pose');

/** The samples, in the order of the landing page. */
export const samplesInOrder: readonly Media[] = [shoe, bag, skincare, hat];

export const stills = { shoe: shoe.smallPhoto, bag: bag.smallPhoto, skincare: skincare.smallPhoto, hat: hat.smallPhoto } as const;

/** One product on new backgrounds. The image generator of the local cloud made these images from after.jpg. */
export const images = {
  onWhite: '/samples/bag-on-white.avif',
  onMarble: '/samples/bag-on-marble.avif',
  onWood: '/samples/bag-on-wood.avif',
} as const;

/** The photo of a pane, for `srcset` and `sizes`. */
export const paneSources = ({ photo, smallPhoto }: Media): string => `${smallPhoto} 432w, ${photo} 864w`;
export const paneSizes = '(min-width: 80rem) 19rem, (min-width: 64rem) 24vw, 48vw';

export function useSamples(): Sample[] {
  const { t } = useTranslation();
  const labels = [t('landing.sample.shoe'), t('landing.sample.bag'), t('landing.sample.skincare'), t('landing.sample.hat')];
  return samplesInOrder.map((sample, index) => ({ ...sample, label: labels[index] ?? '' }));
}
