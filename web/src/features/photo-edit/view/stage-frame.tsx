import type { CSSProperties, ReactNode } from 'react';

type FrameProps = { width: number; height: number; children: ReactNode };

/** A frame for a picture of any ratio. The frame is as large as the stage and the window allow. */
export const StageFrame = ({ width, height, children }: FrameProps) => (
  <div
    style={{ '--ratio': width > 0 && height > 0 ? width / height : 1 } as CSSProperties}
    className="relative w-full max-w-[calc((var(--spacing-side)-2.5rem)*var(--ratio))] overflow-hidden rounded-md shadow-[0_0_0_1px_rgb(255_240_220/0.16),0_0_120px_-20px_rgb(217_179_108/0.45)]"
  >
    {children}
  </div>
);

/** A line of facts and actions below the picture. */
export const StageCaption = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-10 flex-wrap items-center justify-center gap-x-3 gap-y-1 text-center text-sm text-on-bench-muted">
    {children}
  </div>
);

/** The classes of a secondary button on the dark stage. */
export const stageButton = 'text-brass-bright! not-aria-disabled:hover:bg-on-media/12! aria-disabled:text-on-bench-muted!';
