import { useTranslation } from 'react-i18next';
import { paths } from './paths.ts';

export type PageLink = {
  to: string;
  label: string;
  /** Other pages that belong to the same tool. */
  also?: readonly string[];
};

/** Links to the two batch pages (docs/spec.md 2.2). */
function useProductLinks(): PageLink[] {
  const { t } = useTranslation();
  return [
    { to: paths.batchVideo, label: t('nav.batch_video') },
    { to: paths.batchImage, label: t('nav.batch_image') },
  ];
}

export function usePricingLink(): PageLink {
  const { t } = useTranslation();
  return { to: paths.pricing, label: t('nav.pricing') };
}

/** For a visitor, the header has exactly three links (docs/spec.md 2.2). */
export function useVisitorLinks(): PageLink[] {
  return [...useProductLinks(), usePricingLink()];
}

/** For a seller, the header links to every tool and to the history (decision 024). */
export function useToolLinks(): PageLink[] {
  const { t } = useTranslation();
  return [
    { to: paths.batchVideo, also: [paths.singleVideo], label: t('nav.video') },
    { to: paths.batchImage, label: t('nav.images') },
    { to: paths.pipeline, label: t('nav.before_after') },
    { to: paths.photoEdit, label: t('nav.photo_edit') },
    { to: paths.products, label: t('nav.products') },
    { to: paths.history, label: t('history.title') },
  ];
}

/** Returns the links of the header in groups. A thin line separates the groups. */
export function useHeaderLinks(isSeller: boolean): PageLink[][] {
  const visitorLinks = useVisitorLinks();
  const toolLinks = useToolLinks();
  return isSeller ? [toolLinks, visitorLinks.slice(-1)] : [visitorLinks];
}

/** The links of the footer: the batch pages with their full names, and the other pages. */
export function useFooterLinks(isSeller: boolean): PageLink[] {
  const { t } = useTranslation();
  const sellerLinks = [
    { to: paths.products, label: t('nav.products') },
    { to: paths.history, label: t('history.title') },
  ];
  return [
    ...useProductLinks(),
    { to: paths.pipeline, label: t('nav.before_after') },
    { to: paths.photoEdit, label: t('nav.photo_edit') },
    ...(isSeller ? sellerLinks : []),
    usePricingLink(),
    { to: paths.marketplaces, label: t('marketplaces.title') },
    { to: paths.check, label: t('check.title') },
    { to: paths.verify, label: t('verify.title') },
  ];
}

/** Returns `aria-current` of a link: 'page' for the current page, and 'true' for another page of the same tool. */
export const ariaCurrentOf = ({ to, also = [] }: PageLink, pathname: string): 'page' | 'true' | undefined => {
  if (pathname === to) return 'page';
  return also.includes(pathname) ? 'true' : undefined;
};
