import type { ReactNode } from 'react';

type Props = {
  /** Set for a picture that is wider than high. The picture is then above its text, not beside it. */
  isWide?: boolean;
  className?: string;
  children: ReactNode;
};

/** A dark area with a light gradient behind a large picture. Its height is fixed. The picture stays in view beside a long column. */
export const Stage = ({ isWide = false, className = '', children }: Props) => (
  <div
    className={`on-dark overflow-clip bg-media bg-[radial-gradient(85%_70%_at_50%_48%,rgb(217_179_108/0.34),transparent)] p-3 text-on-media @min-[40rem]:p-4 ${isWide ? 'col-span-2' : '@min-[40rem]:row-span-2'} ${className}`}
  >
    <div
      className={`grid h-(--frame-height) place-items-center [container-type:inline-size] ${isWide ? '[--frame-height:14rem] @min-[40rem]:[--frame-height:calc(var(--spacing-tall)*0.65)]' : '[--frame-height:24rem] @min-[40rem]:sticky @min-[40rem]:top-20 @min-[40rem]:[--frame-height:var(--spacing-tall)]'}`}
    >
      {children}
    </div>
  </div>
);

/** Returns the largest width at which a picture of this ratio fits its container. The container sets `--frame-height`. */
export const fittingWidth = (widthByHeight: number): string => `min(100cqi, calc(var(--frame-height) * ${widthByHeight}))`;

/** Classes of a picture on the stage: a fine bright edge, and a shadow. */
export const stagePicture = 'rounded-lg shadow-[0_0_0_1px_rgb(255_248_239/0.16),0_24px_60px_-20px_rgb(0_0_0/0.85)]';

/** Classes for the columns of samples and results. The stage is beside its text; on phones, the text is below the stage. */
export const stageColumns = 'grid flex-1 @min-[40rem]:grid-cols-2 @min-[40rem]:grid-rows-[1fr_auto]';
