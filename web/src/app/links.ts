import { useTranslation } from 'react-i18next';
import { paths } from './paths.ts';

/** Links to the two batch pages, in the header and in the footer (docs/spec.md 2.2). */
export function useProductLinks() {
  const { t } = useTranslation();
  return [
    { to: paths.batchVideo, label: t('nav.batch_video') },
    { to: paths.batchImage, label: t('nav.batch_image') },
  ];
}

/** The header has exactly three links (docs/spec.md 2.2). */
export function useHeaderLinks() {
  const { t } = useTranslation();
  return [...useProductLinks(), { to: paths.pricing, label: t('nav.pricing') }];
}
