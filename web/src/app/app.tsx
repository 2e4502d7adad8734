import { type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { LandingPage } from '#web/features/landing/landing-page.tsx';
import { appReadyEvent } from '#web/lib/first-use.ts';
import { areTextsComplete, loadAllTexts } from '#web/lib/i18n/texts.ts';
import { Navigate, useLocation } from '#web/lib/router.tsx';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import { Boundary, PageFailed } from '#web/ui/boundary.tsx';
import { Toasts } from '#web/ui/toast.tsx';
import { PageLoading } from './page-loading.tsx';
import { findPage } from './pages.tsx';
import { paths } from './paths.ts';
import { PlainShell } from './plain-shell.tsx';
import { Shell } from './shell.tsx';

const tools = { single: paths.singleVideo, batch: paths.batchVideo, image: paths.batchImage, pipeline: paths.pipeline };

/** Waits until all texts are loaded, because a prerendered page contains only a part of the texts. */
function WithAllTexts({ children }: { children: ReactNode }) {
  if (!areTextsComplete()) use(loadAllTexts());
  return children;
}

/** Tells the first script (boot.ts) that the app now handles the events of the page. */
function ReportReady() {
  useEffect(() => {
    window.dispatchEvent(new Event(appReadyEvent));
    // The header shows the account in the next frame.
    requestAnimationFrame(() => delete document.documentElement.dataset.session);
  }, []);
  return null;
}

/**
 * Catches the errors of one page, so that the header and the footer stay visible. The key resets the boundary for the next page, so that
 * the next page does not show this error.
 */
const withBoundary = (path: string, page: ReactNode) => (
  <Boundary key={path} fallback={<PageFailed />}>
    {page}
  </Boundary>
);

/** The page of the current path. An unknown path redirects to the landing page (docs/spec.md 2.1). */
function CurrentPage({ path }: { path: string }) {
  const [firstPath] = useState(path);
  const inBoundary = (page: ReactNode) => withBoundary(path, path === firstPath ? page : <WithAllTexts>{page}</WithAllTexts>);
  const page = findPage(path);
  if (path === paths.home)
    return (
      <Shell>
        {inBoundary(
          <>
            <LandingPage tools={tools} pricingPath={paths.pricing} />
            <ReportReady />
          </>,
        )}
      </Shell>
    );
  if (!page)
    return (
      <Shell>
        <Navigate to={paths.home} replace />
      </Shell>
    );
  const { Part, lead, layout } = page;
  const content = inBoundary(
    <Suspense fallback={<PageLoading lead={lead} />}>
      <Part />
      <ReportReady />
    </Suspense>,
  );
  if (layout === 'none') return content;
  return layout === 'logo' ? <PlainShell>{content}</PlainShell> : <Shell>{content}</Shell>;
}

export function App() {
  const path = useLocation().pathname.toLowerCase();
  return (
    <SessionProvider>
      <CurrentPage path={path} />
      <Toasts />
    </SessionProvider>
  );
}
