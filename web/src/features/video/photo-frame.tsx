import type { ReactNode } from 'react';
import { sidesOf } from '#shared/video/ratio.ts';
import type { FramePlan } from '#shared/video/strategy.ts';
import { type Area, FramedPhoto } from '#web/ui/framed-photo.tsx';
import { fittingWidth } from '#web/ui/ratio.ts';
import type { Card } from './cards.ts';
import { frameNote, planOf } from './frame-note.ts';

type Props = {
  card: Card;
  /** Address of the photo. */
  src: string | undefined;
  /** Address of a small copy of the photo. */
  fillSrc?: string | undefined;
  alt: string;
  /** Called if the browser cannot load the photo. */
  onStale?: (() => void) | undefined;
  /** Whether the run ended without a video. The picture is then grey. */
  hasNoVideo?: boolean;
  className?: string;
  /** Content that is shown over the picture. */
  children?: ReactNode;
};

/** The frame of a video, as large as its container allows. The whole photo is at its position in the frame. */
export function PhotoFrame({ card, src, fillSrc, alt, onStale, hasNoVideo = false, className = '', children }: Props) {
  const plan = planOf(card);
  const frame = plan?.final ?? sidesOf(card.aspectRatio);
  const { width, height } = frame;
  return (
    <div
      className={`relative overflow-hidden bg-media ${className}`}
      style={{ aspectRatio: `${width} / ${height}`, inlineSize: fittingWidth(width / height) }}
    >
      {src !== undefined && (
        <div className={`absolute inset-0 ${hasNoVideo ? 'opacity-60 grayscale' : ''}`}>
          <FramedPhoto
            // The key creates a new element for each ratio, so that no stripes of the previous ratio remain.
            key={card.aspectRatio}
            src={src}
            fillSrc={fillSrc}
            alt={alt}
            area={plan && areaOf(plan)}
            isPainted={plan !== undefined && frameNote(plan).added?.fill === 'painted'}
            onStale={onStale}
          />
        </div>
      )}
      {children}
    </div>
  );
}

const areaOf = ({ photo, final }: FramePlan): Area => ({
  x: (photo.x - final.x) / final.width,
  y: (photo.y - final.y) / final.height,
  width: photo.width / final.width,
  height: photo.height / final.height,
});
