import type { ComponentType } from 'react';
import { type Fetch, lazyPart } from '#web/lib/lazy-part.tsx';
import type { Lead } from './page-loading.tsx';
import { paths } from './paths.ts';

type FetchPage = Fetch<object>;

/** With `logo`, only the logo is above the page. With `none`, nothing is above the page (docs/spec.md 2.1). */
type Layout = 'shared' | 'logo' | 'none';
type Options = { lead?: Lead; layout?: Layout };

const page = (fetch: FetchPage, { lead, layout = 'shared' }: Options = {}) => ({ ...lazyPart(fetch), lead, layout, callsApi: false });
type Page = ReturnType<typeof page>;

/** A page that calls the API. The query client loads in parallel with the page. */
const pageWithQueries = (fetch: FetchPage, options?: Options): Page => {
  const fetchBoth = async (): Promise<ComponentType> => {
    const [Page, { WithQueries }] = await Promise.all([fetch(), import('#web/lib/with-queries.tsx')]);
    return () => (
      <WithQueries>
        <Page />
      </WithQueries>
    );
  };
  return { ...page(fetchBoth, options), callsApi: true };
};

/** Pages with separate files. Their titles and subtitles are visible before these files have loaded. */
const pages: Record<string, Page> = {
  [paths.singleVideo]: pageWithQueries(async () => (await import('#web/features/video/single-page.tsx')).SinglePage, {
    lead: { title: 'single.title', text: 'single.subtitle', isBelowSwitch: true },
  }),
  [paths.batchVideo]: pageWithQueries(async () => (await import('#web/features/video/batch-page.tsx')).BatchPage, {
    lead: { title: 'video.title', text: 'video.subtitle', isBelowSwitch: true },
  }),
  [paths.batchImage]: pageWithQueries(async () => (await import('#web/features/image/batch-page.tsx')).BatchPage, {
    lead: { title: 'image.title', text: 'image.tagline' },
  }),
  [paths.pipeline]: pageWithQueries(async () => (await import('#web/features/pipeline/pipeline-page.tsx')).PipelinePage, {
    lead: { title: 'pipeline.title', text: 'pipeline.subtitle' },
  }),
  [paths.photoEdit]: pageWithQueries(async () => (await import('#web/features/photo-edit/photo-edit-page.tsx')).PhotoEditPage, {
    lead: { title: 'photo_edit.title', text: 'photo_edit.subtitle' },
  }),
  [paths.history]: pageWithQueries(async () => (await import('#web/features/history/history-page.tsx')).HistoryPage, {
    lead: { title: 'history.title', text: 'history.subtitle' },
  }),
  [paths.order]: pageWithQueries(async () => (await import('#web/features/order/new/order-page.tsx')).OrderPage, {
    lead: { title: 'order.new.title', text: 'order.new.subtitle' },
  }),
  [paths.products]: pageWithQueries(async () => (await import('#web/features/products/products-page.tsx')).ProductsPage, {
    lead: { title: 'products.title', text: 'products.subtitle' },
  }),
  [paths.transactions]: pageWithQueries(async () => (await import('#web/features/credits/transactions-page.tsx')).TransactionsPage, {
    lead: { title: 'transactions.title', text: 'transactions.subtitle' },
  }),
  [paths.pricing]: page(async () => (await import('#web/features/pricing/pricing-page.tsx')).PricingPage),
  [paths.marketplaces]: page(async () => (await import('#web/features/marketplaces/marketplaces-page.tsx')).MarketplacesPage),
  [paths.check]: page(async () => (await import('#web/features/check/check-page.tsx')).CheckPage),
  [paths.verify]: page(async () => (await import('#web/features/provenance/verify-page.tsx')).VerifyPage),
  [paths.account]: pageWithQueries(async () => (await import('#web/features/auth/account-page.tsx')).AccountPage),
  [paths.terms]: page(async () => (await import('#web/features/legal/legal-page.tsx')).TermsPage),
  [paths.privacy]: page(async () => (await import('#web/features/legal/legal-page.tsx')).PrivacyPage),
  [paths.refunds]: page(async () => (await import('#web/features/legal/legal-page.tsx')).RefundsPage),
  [paths.signIn]: page(async () => (await import('#web/features/auth/sign-in-page.tsx')).SignInPage),
  [paths.authCallback]: page(async () => (await import('#web/features/auth/callback-page.tsx')).CallbackPage, { layout: 'none' }),
  // The payment service opens these two pages after a payment.
  [paths.paymentSuccess]: pageWithQueries(async () => (await import('#web/features/credits/payment-success-page.tsx')).PaymentSuccessPage, {
    layout: 'logo',
  }),
  [paths.paymentCancel]: pageWithQueries(async () => (await import('#web/features/credits/payment-cancel-page.tsx')).PaymentCancelPage, {
    layout: 'logo',
  }),
};

/** In the path of this page, the hash of a file comes last. */
const isVerification = (path: string): boolean => path.startsWith(`${paths.verify}/`);

export function findPage(path: string): Page | undefined {
  if (isVerification(path)) return pages[paths.verify];
  return Object.hasOwn(pages, path) ? pages[path] : undefined;
}
