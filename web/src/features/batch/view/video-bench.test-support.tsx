import type { ReactNode } from 'react';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import type { createVideoTool } from '../store/video-tool.test-support.ts';
import { asAnyTool, type Bench, BenchProvider } from './bench-context.tsx';

/** Renders a part of the page. */
export function renderInBench(tool: ReturnType<typeof createVideoTool>, part: ReactNode): void {
  renderWithTexts(<BenchProvider bench={{ kind: 'video', needsPrompt: true, tool: asAnyTool(tool) } as Bench}>{part}</BenchProvider>);
}
