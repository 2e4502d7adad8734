/** Renders parts of the page in a test with the texts and providers of the app. */
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { queries } from '#web/lib/queries.ts';
import { MemoryRouter } from '#web/lib/router.tsx';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import texts from '../../../../../locales/en/common.json' with { type: 'json' };

export const loadTexts = () =>
  i18next.use(initReactI18next).init({ lng: 'en', ns: ['common'], defaultNS: 'common', resources: { en: { common: texts } } });

export const InApp = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>
    <MemoryRouter initialEntries={['/image-to-video']}>
      <SessionProvider>{children}</SessionProvider>
    </MemoryRouter>
  </QueryClientProvider>
);
