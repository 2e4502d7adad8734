/**
 * How a photo of any shape becomes a video of any shape (SPEC 4 'Video processing steps', 7 'preprocess'; checklist L5 to L8; Q22).
 * The models make two shapes. Whatever the seller orders is cut out of the one that keeps more; the photo stands whole inside that
 * cut, and what it lacks is painted on. The page draws this plan before anybody pays, and the steps carry out the same one.
 */
import { apiNameOf, type Resolution, type VideoModelId } from '../catalogue.ts';
import { frameSize, type NativeRatio } from './defaults.ts';
import { type Size, sidesOf } from './ratio.ts';

export type Rect = Size & { x: number; y: number };
export const processingStrategies = ['DIRECT_GENERATION', 'OUTPAINTING_REQUIRED', 'PADDING_AND_CROP'] as const;
export type ProcessingStrategy = (typeof processingStrategies)[number];
/** Pixels added at each side of the photo, which is scaled to `photo` first. */
export type OutpaintParams = { left: number; right: number; up: number; down: number };

export type FramePlan = {
  processingStrategy: ProcessingStrategy;
  /** What the model is asked for. */
  modelAspectRatio: NativeRatio;
  outpaintTargetRatio: string | null;
  finalTargetRatio: string;
  needsCropAfterOutpainting: boolean;
  /** What is cut out of the finished video, in its pixels; even, as H.264 wants it. Null where the whole frame is delivered. */
  cropInfo: Rect | null;
  needsPostProcessing: boolean;
  outpaintParams: OutpaintParams | null;
  modelConfig: { model: VideoModelId; apiName: string; aspectRatio: NativeRatio; resolution: Resolution; durationSeconds: 8 };
  /** The frame that the model is given, in pixels. */
  frame: Size;
  /** Where the photo stands in it. Its shape differs from the photo's by the trim that nobody sees, at most. */
  photo: Rect;
  /** What is delivered of it: `cropInfo`, or the whole. */
  final: Rect;
};

/** A photo whose shape differs by no more is trimmed to it: nobody sees three parts in a hundred at an edge. */
const trimShareMax = 0.03;
/** Stability takes no picture that is longer than this (docs/vendors.md). */
const outpaintStretchMax = 2.5;

type Wish = { photo: Size; aspectRatio: string; model: VideoModelId; resolution: Resolution };

/** The plan for one video. `photo` is in pixels, upright; `aspectRatio` is one that `isRatio` accepts and the model offers. */
export function planFrame({ photo, aspectRatio, model, resolution }: Wish): FramePlan {
  const modelAspectRatio = nativeFor(aspectRatio, resolution);
  const frame = frameSize(modelAspectRatio, resolution);
  const final = cutOf(frame, aspectRatio);
  const isNative = aspectRatio === modelAspectRatio;
  const fits = trimShare(photo, aspectRatio) <= trimShareMax;
  const place = fits ? final : containedIn(final, photo);
  const processingStrategy =
    fits && isNative ? 'DIRECT_GENERATION' : fits || isTooLong(place) ? 'PADDING_AND_CROP' : 'OUTPAINTING_REQUIRED';
  const outpaints = processingStrategy === 'OUTPAINTING_REQUIRED';
  return {
    processingStrategy,
    modelAspectRatio,
    outpaintTargetRatio: outpaints ? modelAspectRatio : null,
    finalTargetRatio: aspectRatio,
    needsCropAfterOutpainting: outpaints && !isNative,
    cropInfo: isNative ? null : final,
    needsPostProcessing: !isNative,
    outpaintParams: outpaints
      ? { left: place.x, right: frame.width - place.x - place.width, up: place.y, down: frame.height - place.y - place.height }
      : null,
    modelConfig: {
      model,
      apiName: apiNameOf(model),
      aspectRatio: modelAspectRatio,
      resolution,
      durationSeconds: 8,
    },
    frame,
    photo: place,
    final,
  };
}

/** What a plan means to who looks at it: shares from 0 to 1. */
export function sharesOf({ frame, photo, final }: FramePlan): {
  /** Of the delivered picture, what the photo does not show and is painted or blurred on. */
  added: number;
  /** Of the generated picture, what is cut away. */
  cutAway: number;
} {
  const area = ({ width, height }: Size) => width * height;
  return { added: 1 - area(photo) / area(final), cutAway: 1 - area(final) / area(frame) };
}

/** The native shape of which more is left; upright where both leave the same. */
function nativeFor(aspectRatio: string, resolution: Resolution): NativeRatio {
  if (aspectRatio === '9:16' || aspectRatio === '16:9') return aspectRatio;
  const kept = (native: NativeRatio) => {
    const { width, height } = cutOf(frameSize(native, resolution), aspectRatio);
    return width * height;
  };
  return kept('16:9') > kept('9:16') ? '16:9' : '9:16';
}

/** The largest part in the middle of a frame that has exactly this ratio, with even sides at even places. */
function cutOf(frame: Size, aspectRatio: string): Rect {
  const sides = sidesOf(aspectRatio);
  let scale = Math.floor(Math.min(frame.width / sides.width, frame.height / sides.height));
  while (scale > 1 && ((scale * sides.width) % 2 !== 0 || (scale * sides.height) % 2 !== 0)) scale--;
  const size = { width: scale * sides.width, height: scale * sides.height };
  return { ...size, x: evenHalf(frame.width - size.width), y: evenHalf(frame.height - size.height) };
}

const evenHalf = (length: number): number => 2 * Math.floor(length / 4);

function containedIn(outer: Rect, { width, height }: Size): Rect {
  const scale = Math.min(outer.width / width, outer.height / height);
  const size = { width: Math.min(outer.width, Math.round(width * scale)), height: Math.min(outer.height, Math.round(height * scale)) };
  return {
    ...size,
    x: outer.x + Math.floor((outer.width - size.width) / 2),
    y: outer.y + Math.floor((outer.height - size.height) / 2),
  };
}

/** The share of a photo that is lost when it fills a ratio. */
function trimShare({ width, height }: Size, aspectRatio: string): number {
  const sides = sidesOf(aspectRatio);
  const quotient = (width * sides.height) / (height * sides.width);
  return 1 - Math.min(quotient, 1 / quotient);
}

const isTooLong = ({ width, height }: Size): boolean => Math.max(width, height) > outpaintStretchMax * Math.min(width, height);
