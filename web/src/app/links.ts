import { useTranslation } from 'react-i18next';
import { paths } from './paths.ts';

/** The two batch pages: links of the header and of the footer (SPEC 2, shared layout). */
export function useProductLinks() {
  const { t } = useTranslation();
  return [
    { to: paths.batchVideo, label: t('nav.batch_video') },
    { to: paths.batchImage, label: t('nav.batch_image') },
  ];
}

/** The header's links, exactly three (Q68). */
export function useHeaderLinks() {
  const { t } = useTranslation();
  return [...useProductLinks(), { to: paths.pricing, label: t('nav.pricing') }];
}
