import type { ComponentProps, CSSProperties } from 'react';
import { sidesOf } from '#shared/video/ratio.ts';
import { isWide } from '#web/ui/ratio.ts';
import { stageClass } from '#web/ui/stage.ts';

type Props = ComponentProps<'div'> & {
  /** The ratio of a result. A result that is wider than high is above its text. Other pictures are beside their text. */
  ratio?: string | undefined;
};

const heights = {
  high: 'min-h-96 lg:@min-[35rem]:min-h-80',
  wide: 'min-h-56 @min-[35rem]:min-h-88 lg:@min-[35rem]:min-h-48',
};

/** On phones, a result uses the whole width of the panel without its padding, up to half the height of the window, so that the controls of the player are above the bar. */
const phoneHeight = '@max-[35rem]:min-h-[min(50svh,calc((100cqw-1.5rem)/var(--stage-ratio)))]';

/** The stage: the dark display area behind a large picture. It fills the free height of the panel. */
export function Stage({ ratio, className = '', children, ...rest }: Props) {
  const isWideFrame = ratio !== undefined && isWide(ratio);
  return (
    <div
      className={`on-dark grid overflow-clip ${stageClass} p-3 -outline-offset-4 focus-visible:outline-brass-bright @min-[35rem]:p-4 low:p-3 ${isWideFrame ? '@min-[35rem]:col-span-2' : '@min-[35rem]:col-start-1 @min-[35rem]:row-span-3 @min-[35rem]:row-start-1'} ${className}`}
      {...rest}
    >
      <div
        className={`grid place-items-center [container-type:size] ${heights[isWideFrame ? 'wide' : 'high']} ${ratio === undefined ? '' : phoneHeight}`}
        style={ratio === undefined ? undefined : ratioStyle(ratio)}
      >
        {children}
      </div>
    </div>
  );
}

function ratioStyle(ratio: string): CSSProperties {
  const { width, height } = sidesOf(ratio);
  return { '--stage-ratio': width / height } as CSSProperties;
}

/**
 * A class for the largest width at which a picture of 9:16 fits its container. A style attribute is not possible: the build prerenders the
 * sample, and the content security policy refuses style attributes in HTML.
 */
export const portraitWidth = 'w-[min(100cqw,calc(100cqh*0.5625))]';

/** Classes of a picture in the display area: a thin bright edge, and a shadow. */
export const stagePictureClass = 'rounded-lg shadow-[0_0_0_1px_rgb(255_248_239/0.16),0_24px_60px_-20px_rgb(0_0_0/0.85)]';

/** Classes for the columns of samples and results. The display area is beside its text. On phones, the text is below it. */
export const stageColumns = 'grid flex-1 grid-cols-1 @min-[35rem]:grid-cols-2';
