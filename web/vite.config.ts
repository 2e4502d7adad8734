import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { amplifyHttp } from './vite-plugins/amplify-http.ts';
import { lateI18next } from './vite-plugins/late-i18next.ts';
import { locales } from './vite-plugins/locales.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The mode of the build that the local cloud serves. Vite itself refuses the name `local`. */
const localMode = 'local-cloud';

const libraries =
  /node_modules\/((react|react-dom|scheduler|react-i18next|zustand)\/|lucide-react\/dist\/esm\/(shared|Icon|createLucideIcon)\b)/;
/** Our own modules that every page needs. */
const everyPage =
  /web\/src\/(lib\/(session\/(?!amplify)|storage|config|money)|ui\/(toast|toast-store|button|open-dialogs)\.)|shared\/money\.ts/;
const isBase = (id: string): boolean => (libraries.test(id) && !/shallow/.test(id)) || everyPage.test(id);

/** The field `imports` of package.json resolves `#shared/…` and `#web/…`. */
export default defineConfig(({ command, mode }) => ({
  root: here('.'),
  publicDir: here('public'),
  // The page does not use .env files, because /config.json contains its configuration.
  envDir: false,
  cacheDir: here('../node_modules/.cache/vite'),
  plugins: [
    // The compiler does not process the landing page. The page renders once, and the code of the compiler would make its first load larger.
    react({
      compiler: true,
      exclude: [/\/node_modules\//, /\/web\/src\/features\/landing\//, /\/web\/src\/(app|ui\/(toast|button|media|boundary|loading))/],
    }),
    tailwindcss(),
    lateI18next(),
    locales(here('../locales')),
    ...(mode === localMode || command === 'serve' ? [amplifyHttp()] : []),
  ],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // The content security policy allows only files of our own origin. So the build must not inline files as data: URLs or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file contains the modules that every page needs. Several compressed files would be three kilobytes larger.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } } },
  },
}));
