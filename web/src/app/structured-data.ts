/**
 * Facts about the site for search engines (https://schema.org). URLs start with the placeholder `originMark`. The deployment replaces it.
 */
import type { TFunction } from 'i18next';
import { videoModels } from '#shared/catalogue.ts';
import { dollarsFromCents } from '#shared/money.ts';
import { originMark } from '#shared/prerendered-pages.ts';
import { site } from '#shared/site.ts';
import { frequentQuestions } from '#web/features/landing/faq.ts';
import { priceWithoutAudio } from '#web/features/landing/price-without-audio.ts';
import { paths } from './paths.ts';

const context = 'https://schema.org';
const picture = `${originMark}/samples/hero.jpg`;

function organization(t: TFunction) {
  const { contacts, social } = site;
  return {
    '@context': context,
    '@type': 'Organization',
    name: t('app.name'),
    url: `${originMark}/`,
    logo: `${originMark}/favicon.svg`,
    ...(contacts.support && { contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: contacts.support } }),
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
  };
}

/** Describes the product. Each video model is one offer with the price of one video without audio. */
function product(t: TFunction, path: string, description: string) {
  return {
    '@context': context,
    '@type': 'Product',
    name: t('app.name'),
    description,
    image: picture,
    brand: { '@type': 'Brand', name: t('app.name') },
    offers: videoModels
      .filter(({ isEnabled }) => isEnabled)
      .map(({ id, displayName, specs }) => ({
        '@type': 'Offer',
        name: displayName,
        price: dollarsFromCents(priceWithoutAudio(id, specs.durationSeconds)).toFixed(2),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: `${originMark}${path}`,
      })),
  };
}

const questions = (t: TFunction) => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: frequentQuestions(t).map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
});

export function structuredData(t: TFunction, path: string, description: string): object[] {
  const isOffer = path === paths.home || path === paths.pricing;
  return [organization(t), ...(isOffer ? [product(t, path, description)] : []), ...(path === paths.home ? [questions(t)] : [])];
}
