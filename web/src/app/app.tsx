import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { CallbackPage } from '#web/features/auth/callback-page.tsx';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { queries } from '#web/lib/queries.ts';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import { Boundary, PageFailed } from '#web/ui/boundary.tsx';
import { Toasts } from '#web/ui/toast.tsx';
import { PageLoading } from './page-loading.tsx';
import { pages, paymentPages } from './pages.tsx';
import { paths } from './paths.ts';
import { PlainShell } from './plain-shell.tsx';
import { Shell } from './shell.tsx';

const tools = { single: paths.singleVideo, batch: paths.batchVideo, image: paths.batchImage, pipeline: paths.pipeline };

/**
 * Catches the errors of one page, so that the header and the footer are still shown. Because of the key, the next page does not show the
 * failure of this page.
 */
const withBoundary = (path: string, page: ReactNode) => (
  <Boundary key={path} fallback={<PageFailed />}>
    {page}
  </Boundary>
);

const routes = (all: typeof pages | typeof paymentPages) =>
  Object.entries(all).map(([path, { Page, lead }]) => (
    <Route
      key={path}
      path={path}
      element={withBoundary(
        path,
        <Suspense fallback={<PageLoading lead={lead} />}>
          <Page />
        </Suspense>,
      )}
    />
  ));

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <SessionProvider>
        <BrowserRouter>
          <Routes>
            <Route path={paths.authCallback} element={withBoundary(paths.authCallback, <CallbackPage />)} />
            <Route element={<PlainShell />}>{routes(paymentPages)}</Route>
            <Route element={<Shell />}>
              <Route index element={withBoundary(paths.home, <LandingPage tools={tools} pricingPath={paths.pricing} />)} />
              {routes(pages)}
              <Route path="*" element={<Navigate to={paths.home} replace />} />
            </Route>
          </Routes>
        </BrowserRouter>
        <Toasts />
      </SessionProvider>
    </QueryClientProvider>
  );
}
