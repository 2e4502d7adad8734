import type { ReactNode } from 'react';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { type CardsState, videoCards } from '#web/features/video/cards.ts';
import { videoOrderRules } from '#web/features/video/run.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { createBatchTool } from '../store/batch-tool.ts';
import { asAnyTool, type Bench, BenchProvider } from './bench-context.tsx';

/** Creates the store and the actions of the page Batch Image to Video. */
export const createVideoTool = () =>
  createBatchTool<CardsState, VideoBatchItem>({
    tool: 'batch-video',
    path: '/batch-image-to-video',
    start: videoCards.startState,
    reduce: videoCards.changeCards,
    orderRules: videoOrderRules,
  });

/** Renders a part of the page. */
export function renderInBench(tool: ReturnType<typeof createVideoTool>, part: ReactNode): void {
  renderWithTexts(<BenchProvider bench={{ kind: 'video', needsPrompt: true, tool: asAnyTool(tool) } as Bench}>{part}</BenchProvider>);
}
