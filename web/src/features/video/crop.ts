/** How much of a photo a video's ratio cuts off, for the photo fills its frame (SPEC 4: cover). */
import type { Photo } from '#web/features/upload/photo.ts';

/** Less than this is not worth a word. */
const noticeableShare = 0.35;

const numberOf = (ratio: string): number => {
  const [width = Number.NaN, height = Number.NaN] = ratio.split(':').map(Number);
  return width / height;
};

/** The share of the photo that is not seen, from 0 to 1. */
export function cutShare({ width, height }: Pick<Photo, 'width' | 'height'>, ratio: string): number {
  const quotient = width / height / numberOf(ratio);
  return quotient > 0 && Number.isFinite(quotient) ? 1 - Math.min(quotient, 1 / quotient) : 0;
}

/** What to say of a photo at a ratio: the percentage that is lost, and the ratio that keeps most, if another does. */
export function cropAdvice(
  photo: Pick<Photo, 'width' | 'height'>,
  ratio: string,
  offered: readonly string[],
): { percent: number; better: string | undefined } | undefined {
  const share = cutShare(photo, ratio);
  if (share <= noticeableShare) return undefined;
  const [best] = [...offered].sort((one, other) => cutShare(photo, one) - cutShare(photo, other));
  return { percent: Math.floor(share * 100), better: best !== undefined && cutShare(photo, best) < share ? best : undefined };
}
