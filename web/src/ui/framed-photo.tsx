import type { CSSProperties } from 'react';
import { PhotoFill } from './photo-fill.tsx';

type Size = { width: number; height: number };
/** Position and size relative to the frame, from 0 to 1. */
export type Area = Size & { x: number; y: number };

type Props = {
  src: string;
  /** Address of a small copy of the photo. */
  fillSrc?: string | undefined;
  alt: string;
  /** The part of the frame that the photo covers. If undefined, the photo is as large as possible in the middle of the frame. */
  area?: Area | undefined;
  /** Whether AI paints the area around the photo. */
  isPainted?: boolean;
  /** Called if the browser cannot load the photo, for example because it was deleted. */
  onStale?: (() => void) | undefined;
};

/** Minimum share of the frame that the photo must cover. Below it, users see an empty area beside the photo. */
const filledShare = 0.999;

/** A whole photo at its position in a frame. The frame is a positioned element. A blurred copy of the photo fills the rest of the frame. */
export function FramedPhoto({ src, fillSrc = src, alt, area, isPainted = false, onStale }: Props) {
  const isFilled = area !== undefined && area.width > filledShare && area.height > filledShare;
  // A transparent photo has a white background, as in the file for the vendor.
  const areaClass = `bg-[#fff] object-cover ${isFilled ? '' : 'outline-1 outline-on-media/80'}`;
  return (
    <span className="absolute inset-0 isolate block overflow-hidden rounded-[inherit]">
      {!isFilled && <PhotoFill src={fillSrc} isPainted={isPainted} />}
      <img
        src={src}
        alt={alt}
        decoding="async"
        onError={onStale}
        className={`absolute ${area ? areaClass : 'inset-0 size-full object-contain'}`}
        style={area && styleOf(area)}
      />
    </span>
  );
}

const styleOf = ({ x, y, width, height }: Area): CSSProperties => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

/** Returns the area of a photo that is shown completely in the middle of a frame. Returns undefined if the size of the photo is unknown. */
export function containedArea(photo: Size, frame: Size): Area | undefined {
  if (photo.width <= 0 || photo.height <= 0) return undefined;
  const ratio = (photo.width * frame.height) / (photo.height * frame.width);
  const [width, height] = [Math.min(1, ratio), Math.min(1, 1 / ratio)];
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}
