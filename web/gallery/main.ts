/** Storybook for the components in web/src/ui: `npm run gallery`. It works offline, sends nothing, and uses web/vite.config.ts. */
import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['./*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true, enableCrashReports: false },
  // Nothing shows the generated descriptions of properties, and they take most of the build time.
  typescript: { reactDocgen: false },
};

export default config;
