import type { Preview } from '@storybook/react-vite';
import { useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Toasts } from '#web/ui/toast.tsx';
import '../src/app/app.css';
import { i18n } from './texts.ts';

const preview: Preview = {
  parameters: { layout: 'fullscreen', controls: { disable: true }, actions: { disable: true }, backgrounds: { disable: true } },
  initialGlobals: { theme: 'system' },
  globalTypes: {
    theme: {
      description: 'Day or night colours',
      toolbar: {
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'system', title: 'System' },
          { value: 'light', title: 'Day' },
          { value: 'dark', title: 'Night' },
        ],
      },
    },
  },
  decorators: [
    (Story, { globals: { theme } }) => (
      <I18nextProvider i18n={i18n}>
        <Theme name={String(theme)} />
        <main className="min-h-dvh p-4 tablet:p-8">
          <Story />
        </main>
        <Toasts />
      </I18nextProvider>
    ),
  ],
};

/** Sets the attribute that overrides the colour theme of the operating system (app.css). */
function Theme({ name }: { name: string }) {
  useEffect(() => {
    document.documentElement.lang = 'en';
    if (name === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }, [name]);
  return null;
}

export default preview;
