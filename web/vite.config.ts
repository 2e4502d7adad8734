import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyHttp } from './vite-plugins/amplify-http.ts';
import { locales } from './vite-plugins/locales.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The mode of the build that the local cloud serves. Vite itself refuses the name `local`. */
const localMode = 'local-cloud';

/** `#shared/…` and `#web/…` resolve by package.json `imports`. */
export default defineConfig(({ command, mode }) => ({
  root: here('.'),
  publicDir: here('public'),
  // No .env reaches the page: what it needs comes from /config.json.
  envDir: false,
  cacheDir: here('../node_modules/.cache/vite'),
  plugins: [react(), tailwindcss(), locales(here('../locales')), ...(mode === localMode || command === 'serve' ? [amplifyHttp()] : [])],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // The content security policy allows files of our own origin only, so nothing may become a data: address or an inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}));
