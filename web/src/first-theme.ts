/**
 * The first script of pages that are not prerendered. It shows the stored theme before the first paint (tools/build/prerender-pages.ts).
 */
import { applyTheme } from './lib/theme.ts';

applyTheme();
