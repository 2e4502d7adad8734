import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#web/lib/i18n/i18n.ts';
import { onSignOut, startSession } from '#web/lib/session/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import './app/app.css';
import { App } from './app/app.tsx';

startI18n();
onSignOut(async (userId) => {
  await (await import('#web/features/video/draft.ts')).forgetDrafts(userId);
  await (await import('#web/features/pipeline/draft.ts')).forgetSetups(userId);
});
startSession();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// While the words load there is nothing to say yet.
const waiting = (
  <div className="grid min-h-dvh place-items-center">
    <Spinner className="size-7" />
  </div>
);

createRoot(root).render(
  <StrictMode>
    <Suspense fallback={waiting}>
      <App />
    </Suspense>
  </StrictMode>,
);
