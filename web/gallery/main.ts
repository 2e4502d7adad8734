/** Storybook for the components in web/src/ui: `npm run gallery`. Storybook works offline, sends no data, and uses web/vite.config.ts. */
import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['./*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // The gallery does not show descriptions of component properties, because their generation would need most of the build time.
  typescript: { reactDocgen: false },
};

export default config;
