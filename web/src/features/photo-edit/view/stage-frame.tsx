import type { CSSProperties, ReactNode } from 'react';

type FrameProps = { width: number; height: number; children: ReactNode };

/**
 * A frame for a picture of any ratio, in the middle of the display area (stage). It is as large as the display area and the window allow.
 */
export const StageFrame = ({ width, height, children }: FrameProps) => (
  <div className="grid min-w-0 place-items-center">
    <div
      style={{ '--ratio': width > 0 && height > 0 ? width / height : 1 } as CSSProperties}
      className="relative w-full max-w-[calc((var(--spacing-side)-1rem)*var(--ratio))] overflow-hidden rounded-md shadow-[0_0_0_1px_rgb(255_240_220/0.16),0_0_120px_-20px_rgb(217_179_108/0.45)]"
    >
      {children}
    </div>
  </div>
);

type CaptionProps = {
  /** The name of the picture, and facts about it. */
  facts: ReactNode;
  /** The actions, or a text instead of the actions. */
  children: ReactNode;
};

/** The lines below the picture. In wide windows, they have the same height in every state, so that the picture does not move. */
export const StageCaption = ({ facts, children }: CaptionProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1 text-center text-sm text-on-bench-muted max-tablet:order-2">
    <div className="flex min-h-6 flex-wrap content-center items-center justify-center gap-x-3 tablet:flex-nowrap tablet:whitespace-nowrap">
      {facts}
    </div>
    <div className="flex min-h-9 flex-wrap items-center justify-center gap-x-1 touch:min-h-11">{children}</div>
  </div>
);

/** The name of the picture in the caption. */
export const captionNameClass = 'max-w-72 min-w-20 font-semibold text-on-media';

/** The classes of a secondary button on the dark display area. */
export const stageButtonClass = 'text-brass-bright! not-aria-disabled:hover:bg-on-media/12! aria-disabled:text-on-bench-muted!';
