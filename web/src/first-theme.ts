/** The first script of pages that the build does not draw. It shows the stored theme before the first paint (tools/build/draw-pages.ts). */
import { applyTheme } from './lib/theme.ts';

applyTheme();
