import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchWindow } from '#web/features/landing/fetch-window.ts';
import { startI18n } from '#web/lib/i18n/i18n.ts';
import { onSignOut, startSession } from '#web/lib/session/session.ts';
import { Boundary, PageFailed } from '#web/ui/boundary.tsx';
import './app/app.css';
import { App } from './app/app.tsx';
import { Mark } from './app/logo.tsx';
import { fetchPage } from './app/pages.tsx';
import { paths } from './app/paths.ts';

// Without this setting, zod calls `new Function` when it loads, and the content security policy blocks `new Function`.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// If no texts can be loaded, the page can only show the message in index.html.
startI18n(() => document.getElementById('no-texts')?.removeAttribute('hidden'));
onSignOut(async (userId) => {
  (await import('#web/lib/upload-keys.ts')).removeUploadKeys();
  await (await import('#web/lib/drafts/draft.ts')).removeDrafts(userId);
});
startSession();
if (window.location.pathname === paths.home) fetchWindow();
else fetchPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Shown while the texts load.
const textsLoading = (
  <div className="opening">
    <Mark className="animate-breathe" />
  </div>
);

createRoot(root).render(
  <StrictMode>
    <Suspense fallback={textsLoading}>
      <Boundary fallback={<PageFailed />}>
        <App />
      </Boundary>
    </Suspense>
  </StrictMode>,
);
