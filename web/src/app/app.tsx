import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { CallbackPage } from '#web/features/auth/callback-page.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { codeOf } from '#web/lib/api-error.ts';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import { ToastProvider } from '#web/ui/toast.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { paths } from './paths.ts';
import { PlainShell } from './plain-shell.tsx';
import { PageLoading, Shell } from './shell.tsx';

const HistoryPage = lazy(async () => ({ default: (await import('#web/features/history/history-page.tsx')).HistoryPage }));
const TransactionsPage = lazy(async () => ({
  default: (await import('#web/features/credits/transactions-page.tsx')).TransactionsPage,
}));
const AccountPage = lazy(async () => ({ default: (await import('#web/features/auth/account-page.tsx')).AccountPage }));
const SingleVideoPage = lazy(async () => ({ default: (await import('#web/features/video/single-page.tsx')).SinglePage }));
const BatchVideoPage = lazy(async () => ({ default: (await import('#web/features/video/batch-page.tsx')).BatchPage }));
const PhotoEditPage = lazy(async () => ({ default: (await import('#web/features/photo-edit/photo-edit-page.tsx')).PhotoEditPage }));

const PaymentSuccessPage = lazy(async () => ({
  default: (await import('#web/features/credits/payment-success-page.tsx')).PaymentSuccessPage,
}));
const PaymentCancelPage = lazy(async () => ({
  default: (await import('#web/features/credits/payment-cancel-page.tsx')).PaymentCancelPage,
}));

const PricingPage = lazy(async () => ({ default: (await import('#web/features/pricing/pricing-page.tsx')).PricingPage }));

const tools = { single: paths.singleVideo, batch: paths.batchVideo, image: paths.batchImage, pipeline: paths.pipeline };

const BatchImagePage = lazy(async () => ({ default: (await import('#web/features/image/batch-page.tsx')).BatchPage }));
const PipelinePage = lazy(async () => ({ default: (await import('#web/features/pipeline/pipeline-page.tsx')).PipelinePage }));

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: (count, error) => codeOf(error) === 'Unreachable' && count < 3, staleTime: 10_000 } },
  });

/** A page that comes in a file of its own, and may fail without taking the rest along. */
const Guarded = ({ page }: { page: ReactNode }) => (
  <PageBoundary>
    <Suspense fallback={<PageLoading />}>{page}</Suspense>
  </PageBoundary>
);

export function App() {
  const [queries] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <ToastProvider>
          <BrowserRouter>
            <Routes>
              <Route path={paths.authCallback} element={<CallbackPage />} />
              <Route element={<PlainShell />}>
                <Route path={paths.paymentSuccess} element={<Guarded page={<PaymentSuccessPage />} />} />
                <Route path={paths.paymentCancel} element={<Guarded page={<PaymentCancelPage />} />} />
              </Route>
              <Route element={<Shell />}>
                <Route index element={<LandingPage tools={tools} pricingPath={paths.pricing} />} />
                <Route path={paths.singleVideo} element={<Guarded page={<SingleVideoPage />} />} />
                <Route path={paths.batchVideo} element={<Guarded page={<BatchVideoPage />} />} />
                <Route path={paths.pricing} element={<Guarded page={<PricingPage />} />} />
                <Route path={paths.batchImage} element={<Guarded page={<BatchImagePage />} />} />
                <Route path={paths.pipeline} element={<Guarded page={<PipelinePage />} />} />
                <Route path={paths.history} element={<Guarded page={<HistoryPage />} />} />
                <Route path={paths.photoEdit} element={<Guarded page={<PhotoEditPage />} />} />
                <Route path={paths.transactions} element={<Guarded page={<TransactionsPage />} />} />
                <Route path={paths.account} element={<Guarded page={<AccountPage />} />} />
                <Route path="*" element={<Navigate to={paths.home} replace />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
