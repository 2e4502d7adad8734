import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { CallbackPage } from '#web/features/auth/callback-page.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { codeOf } from '#web/lib/api.ts';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import { ToastProvider } from '#web/ui/toast.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { paths } from './paths.ts';
import { PageLoading, Shell } from './shell.tsx';

const BatchVideoPage = lazy(async () => ({ default: (await import('#web/features/video/batch-page.tsx')).BatchPage }));

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: (count, error) => codeOf(error) === 'Unreachable' && count < 3, staleTime: 10_000 } },
  });

export function App() {
  const [queries] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <ToastProvider>
          <BrowserRouter>
            <Routes>
              <Route path={paths.authCallback} element={<CallbackPage />} />
              <Route element={<Shell />}>
                <Route index element={<LandingPage batchPath={paths.batchVideo} />} />
                <Route
                  path={paths.batchVideo}
                  element={
                    <PageBoundary>
                      <Suspense fallback={<PageLoading />}>
                        <BatchVideoPage />
                      </Suspense>
                    </PageBoundary>
                  }
                />
                <Route path="*" element={<Navigate to={paths.home} replace />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </ToastProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
