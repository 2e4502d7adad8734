import type { ReactNode } from 'react';
import { sidesOf } from '#shared/video/ratio.ts';
import type { FramePlan } from '#shared/video/strategy.ts';
import { previewOf } from '#web/lib/drafts/files.ts';
import { fittingWidth } from '#web/ui/ratio.ts';
import type { Card } from '../cards.ts';
import { frameNote, planOf } from '../frame-note.ts';

type Props = {
  card: Card;
  alt: string;
  /** Called if the photo can no longer be fetched. */
  onStale?: (() => void) | undefined;
  /** Whether the run ended without a video. The picture is then grey. */
  hasNoVideo?: boolean;
  className?: string;
  /** Shown over the picture. */
  children?: ReactNode;
};

/** The frame of a video, as large as its container allows. The whole photo is at its position in the frame. */
export function PhotoFrame({ card, alt, onStale, hasNoVideo = false, className = '', children }: Props) {
  const plan = planOf(card);
  const { width, height } = plan?.final ?? sidesOf(card.aspectRatio);
  return (
    <div
      className={`relative overflow-hidden bg-media ${className}`}
      style={{ aspectRatio: `${width} / ${height}`, inlineSize: fittingWidth(width / height) }}
    >
      {card.photo && (
        <div className={`absolute inset-0 ${hasNoVideo ? 'opacity-60 grayscale' : ''}`}>
          <Picture card={card} plan={plan} alt={alt} onStale={onStale} />
        </div>
      )}
      {children}
    </div>
  );
}

/** Returns the address of the original file, because the small copy of a large photo would look blurred here. */
const sharpSrc = ({ src, file }: NonNullable<Card['photo']>): string => (file ? previewOf(file, undefined) : src);

type PictureProps = Pick<Props, 'card' | 'alt' | 'onStale'> & { plan: FramePlan | undefined };

function Picture({ card: { photo, ...card }, plan, alt, onStale }: PictureProps) {
  if (!photo) return null;
  const src = sharpSrc(photo);
  if (!plan) return <img src={src} alt={alt} onError={onStale} className="absolute inset-0 size-full object-contain" />;
  const { added } = frameNote(plan);
  return (
    <>
      {/* The picture is much larger than the frame, so that its blurred edges are outside the frame. */}
      {added && <img src={src} alt="" className="absolute inset-0 size-full scale-150 object-fill blur-xl" />}
      {added?.fill === 'painted' && <Hatch key={card.aspectRatio} className="absolute inset-0" />}
      <img
        src={src}
        alt={alt}
        onError={onStale}
        className={`absolute object-cover ${added ? 'outline-1 outline-on-media/80' : ''}`}
        style={photoPosition(plan)}
      />
    </>
  );
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

const photoPosition = ({ photo, final }: FramePlan) => ({
  insetInlineStart: percent(photo.x - final.x, final.width),
  insetBlockStart: percent(photo.y - final.y, final.height),
  inlineSize: percent(photo.width, final.width),
  blockSize: percent(photo.height, final.height),
});

/** Marks the added areas with light stripes. The stripes are visible on every photo. */
export const Hatch = ({ className }: { className: string }) => (
  <span aria-hidden className={`bg-[repeating-linear-gradient(-45deg,rgb(255_255_255/0.45)_0_1px,transparent_1px_8px)] ${className}`} />
);
