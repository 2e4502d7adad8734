import { type ComponentType, lazy } from 'react';
import type { Lead } from './page-loading.tsx';
import { paths } from './paths.ts';

type Fetch = () => Promise<{ default: ComponentType }>;

const page = (fetch: Fetch, lead?: Lead) => ({ fetch, Page: lazy(fetch), lead });

/** Pages with separate files. Their titles and subtitles are shown before the files have loaded. */
export const pages = {
  [paths.singleVideo]: page(async () => ({ default: (await import('#web/features/video/single-page.tsx')).SinglePage }), {
    title: 'single.title',
    text: 'single.subtitle',
    isBelowSwitch: true,
  }),
  [paths.batchVideo]: page(async () => ({ default: (await import('#web/features/video/batch-page.tsx')).BatchPage }), {
    title: 'video.title',
    text: 'video.subtitle',
    isBelowSwitch: true,
  }),
  [paths.batchImage]: page(async () => ({ default: (await import('#web/features/image/batch-page.tsx')).BatchPage }), {
    title: 'image.title',
    text: 'image.tagline',
  }),
  [paths.pipeline]: page(async () => ({ default: (await import('#web/features/pipeline/pipeline-page.tsx')).PipelinePage }), {
    title: 'pipeline.title',
    text: 'pipeline.subtitle',
  }),
  [paths.photoEdit]: page(async () => ({ default: (await import('#web/features/photo-edit/photo-edit-page.tsx')).PhotoEditPage }), {
    title: 'photo_edit.title',
    text: 'photo_edit.subtitle',
  }),
  [paths.history]: page(async () => ({ default: (await import('#web/features/history/history-page.tsx')).HistoryPage }), {
    title: 'history.title',
    text: 'history.subtitle',
  }),
  [paths.transactions]: page(async () => ({ default: (await import('#web/features/credits/transactions-page.tsx')).TransactionsPage }), {
    title: 'transactions.title',
    text: 'transactions.subtitle',
  }),
  [paths.pricing]: page(async () => ({ default: (await import('#web/features/pricing/pricing-page.tsx')).PricingPage })),
  [paths.account]: page(async () => ({ default: (await import('#web/features/auth/account-page.tsx')).AccountPage })),
};

/** Pages that the payment service opens after a payment. */
export const paymentPages = {
  [paths.paymentSuccess]: page(async () => ({
    default: (await import('#web/features/credits/payment-success-page.tsx')).PaymentSuccessPage,
  })),
  [paths.paymentCancel]: page(async () => ({
    default: (await import('#web/features/credits/payment-cancel-page.tsx')).PaymentCancelPage,
  })),
};

/** Starts to load the file of the first page in parallel with the texts. If the load fails, rendering the page loads the file again. */
export function fetchPage(path: string): void {
  const all: Record<string, ReturnType<typeof page>> = { ...pages, ...paymentPages };
  all[path]?.fetch().catch(() => undefined);
}
