/**
 * Plans how a photo of any ratio is converted to a video of any ratio (docs/spec.md 5.4). The models generate only two ratios, the native
 * ratios. Each video is generated in a native ratio, and then cropped to the ordered ratio. The plan uses the native ratio that loses less
 * area in this crop. The crop contains the whole photo. The empty area around the photo is filled. The page shows the plan
 * before the order, and the steps use the same plan.
 */
import { apiNameOf, type Resolution, type VideoModelId } from '../catalogue.ts';
import type { Size } from '../size.ts';
import { frameSize, type NativeRatio } from './defaults.ts';
import { sidesOf } from './ratio.ts';

export type Rect = Size & { x: number; y: number };
export const processingStrategies = ['DIRECT_GENERATION', 'OUTPAINTING_REQUIRED', 'PADDING_AND_CROP'] as const;
export type ProcessingStrategy = (typeof processingStrategies)[number];
/** Pixels to add on each side of the photo, after the photo was scaled to `FramePlan.photo`. */
export type OutpaintParams = { left: number; right: number; up: number; down: number };

export type FramePlan = {
  processingStrategy: ProcessingStrategy;
  /** Ratio that is ordered from the model. */
  modelAspectRatio: NativeRatio;
  outpaintTargetRatio: string | null;
  finalTargetRatio: string;
  needsCropAfterOutpainting: boolean;
  /**
   * The part of the finished video that is delivered, in pixels. The values are even, because H.264 needs this. The value is null if the
   * whole frame is delivered.
   */
  cropInfo: Rect | null;
  needsPostProcessing: boolean;
  outpaintParams: OutpaintParams | null;
  modelConfig: { model: VideoModelId; apiName: string; aspectRatio: NativeRatio; resolution: Resolution; durationSeconds: 8 };
  /** Size of the first frame for the model, in pixels. */
  frame: Size;
  /**
   * Position of the photo in the frame. The ratio of this rectangle can differ slightly from the ratio of the photo, because the photo may
   * be trimmed (`trimShareMax`).
   */
  photo: Rect;
  /** Delivered part of the frame: `cropInfo` or the whole frame. */
  final: Rect;
};

/** The photo is trimmed to the ratio if it loses at most this share. A loss of 3 percent at the edges is not visible. */
const trimShareMax = 0.03;
/** Maximum ratio of the long side to the short side. Stability refuses pictures with a larger ratio (docs/vendors.md). */
const outpaintStretchMax = 2.5;

type FrameRequest = { photo: Size; aspectRatio: string; model: VideoModelId; resolution: Resolution };

/**
 * Returns the plan for one video.
 * @param photo size in pixels, after its orientation is applied. `isRatio` must accept `aspectRatio`, and the model must offer it.
 */
export function planFrame({ photo, aspectRatio, model, resolution }: FrameRequest): FramePlan {
  const modelAspectRatio = nativeFor(aspectRatio, resolution);
  const frame = frameSize(modelAspectRatio, resolution);
  const final = largestCropOf(frame, aspectRatio);
  const isNative = aspectRatio === modelAspectRatio;
  const isCloseToRatio = trimShare(photo, aspectRatio) <= trimShareMax;
  const photoInFrame = isCloseToRatio ? final : fitInside(final, photo);
  const processingStrategy =
    isCloseToRatio && isNative
      ? 'DIRECT_GENERATION'
      : isCloseToRatio || isTooLong(photoInFrame)
        ? 'PADDING_AND_CROP'
        : 'OUTPAINTING_REQUIRED';
  const needsOutpainting = processingStrategy === 'OUTPAINTING_REQUIRED';
  return {
    processingStrategy,
    modelAspectRatio,
    outpaintTargetRatio: needsOutpainting ? modelAspectRatio : null,
    finalTargetRatio: aspectRatio,
    needsCropAfterOutpainting: needsOutpainting && !isNative,
    cropInfo: isNative ? null : final,
    needsPostProcessing: !isNative,
    outpaintParams: needsOutpainting
      ? {
          left: photoInFrame.x,
          right: frame.width - photoInFrame.x - photoInFrame.width,
          up: photoInFrame.y,
          down: frame.height - photoInFrame.y - photoInFrame.height,
        }
      : null,
    modelConfig: {
      model,
      apiName: apiNameOf(model),
      aspectRatio: modelAspectRatio,
      resolution,
      durationSeconds: 8,
    },
    frame,
    photo: photoInFrame,
    final,
  };
}

/** Returns the changes of the picture that the page shows, as shares from 0 to 1. */
export function sharesOf({ frame, photo, final }: FramePlan): {
  /** Share of the delivered picture that is generated or blurred, because the photo does not contain it. */
  added: number;
  /** Share of the generated picture that is cropped. */
  cutAway: number;
} {
  const area = ({ width, height }: Size) => width * height;
  return { added: 1 - area(photo) / area(final), cutAway: 1 - area(final) / area(frame) };
}

/** Returns the native ratio that keeps the larger area after the crop. Returns 9:16 if both areas are equal. */
function nativeFor(aspectRatio: string, resolution: Resolution): NativeRatio {
  if (aspectRatio === '9:16' || aspectRatio === '16:9') return aspectRatio;
  const areaAfterCrop = (native: NativeRatio) => {
    const { width, height } = largestCropOf(frameSize(native, resolution), aspectRatio);
    return width * height;
  };
  return areaAfterCrop('16:9') > areaAfterCrop('9:16') ? '16:9' : '9:16';
}

/** Returns the largest centred part of a frame with exactly this ratio, with even sides and positions. */
function largestCropOf(frame: Size, aspectRatio: string): Rect {
  const sides = sidesOf(aspectRatio);
  let scale = Math.floor(Math.min(frame.width / sides.width, frame.height / sides.height));
  while (scale > 1 && ((scale * sides.width) % 2 !== 0 || (scale * sides.height) % 2 !== 0)) scale--;
  const size = { width: scale * sides.width, height: scale * sides.height };
  return { ...size, x: evenHalf(frame.width - size.width), y: evenHalf(frame.height - size.height) };
}

const evenHalf = (length: number): number => 2 * Math.floor(length / 4);

/** Returns the largest centred rectangle inside `outer` that has the ratio of the given size. */
function fitInside(outer: Rect, { width, height }: Size): Rect {
  const scale = Math.min(outer.width / width, outer.height / height);
  const size = { width: Math.min(outer.width, Math.round(width * scale)), height: Math.min(outer.height, Math.round(height * scale)) };
  return {
    ...size,
    x: outer.x + Math.floor((outer.width - size.width) / 2),
    y: outer.y + Math.floor((outer.height - size.height) / 2),
  };
}

/** Returns the share of a photo that is lost if it is trimmed to a ratio. */
function trimShare({ width, height }: Size, aspectRatio: string): number {
  const sides = sidesOf(aspectRatio);
  const quotient = (width * sides.height) / (height * sides.width);
  return 1 - Math.min(quotient, 1 / quotient);
}

const isTooLong = ({ width, height }: Size): boolean => Math.max(width, height) > outpaintStretchMax * Math.min(width, height);
