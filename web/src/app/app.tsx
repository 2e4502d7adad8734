import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { CallbackPage } from '#web/features/auth/callback-page.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { codeOf } from '#web/lib/api.ts';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import { ToastProvider } from '#web/ui/toast.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { paths } from './paths.ts';
import { PlainShell } from './plain-shell.tsx';
import { PageLoading, Shell } from './shell.tsx';

const HistoryPage = lazy(async () => ({ default: (await import('#web/features/history/history-page.tsx')).HistoryPage }));
const SingleVideoPage = lazy(async () => ({ default: (await import('#web/features/video/single-page.tsx')).SinglePage }));
const BatchVideoPage = lazy(async () => ({ default: (await import('#web/features/video/batch-page.tsx')).BatchPage }));

const PaymentSuccessPage = lazy(async () => ({
  default: (await import('#web/features/credits/payment-success-page.tsx')).PaymentSuccessPage,
}));
const PaymentCancelPage = lazy(async () => ({
  default: (await import('#web/features/credits/payment-cancel-page.tsx')).PaymentCancelPage,
}));

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
                <Route index element={<LandingPage singlePath={paths.singleVideo} batchPath={paths.batchVideo} />} />
                <Route path={paths.singleVideo} element={<Guarded page={<SingleVideoPage />} />} />
                <Route path={paths.batchVideo} element={<Guarded page={<BatchVideoPage />} />} />
                <Route path={paths.history} element={<Guarded page={<HistoryPage />} />} />
                <Route path="*" element={<Navigate to={paths.home} replace />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
