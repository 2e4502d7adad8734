/** The sample scenes of the landing page (web/public/samples). */
import { useTranslation } from 'react-i18next';

const media = (name: string) => ({
  photo: `/samples/${name}.avif`,
  clip: `/samples/${name}.mp4`,
  poster: `/samples/${name}-poster.avif`,
});

export type Sample = ReturnType<typeof media> & { label: string };

export const stills = {
  bag: media('bag-sway-motion').photo,
  shoe: media('shoe-step-motion').photo,
  skincare: media('skincare-gentle-touch').photo,
  hat: media('hat-cute-pose').photo,
} as const;

/** In the order of the window's panes. */
export function useSamples(): Sample[] {
  const { t } = useTranslation();
  return [
    { ...media('shoe-step-motion'), label: t('landing.sample.shoe') },
    { ...media('bag-sway-motion'), label: t('landing.sample.bag') },
    { ...media('skincare-gentle-touch'), label: t('landing.sample.skincare') },
    { ...media('hat-cute-pose'), label: t('landing.sample.hat') },
  ];
}
