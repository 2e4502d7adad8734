import { type ReactNode, StrictMode, Suspense } from 'react';
import { Boundary, PageFailed } from '#web/ui/boundary.tsx';
import { App } from './app.tsx';
import { Mark } from './logo.tsx';

/** The page shows this logo while the texts load. */
const textsLoading = (
  <div className="loading-screen">
    <Mark className="animate-breathe" />
  </div>
);

/** The whole page. The build and the browser must render the same elements around the app, because React compares these elements. */
export const Root = ({ inRouter }: { inRouter: (app: ReactNode) => ReactNode }) => (
  <StrictMode>
    <Suspense fallback={textsLoading}>
      <Boundary fallback={<PageFailed />}>{inRouter(<App />)}</Boundary>
    </Suspense>
  </StrictMode>
);
