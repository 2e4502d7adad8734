/**
 * Path of the camera over the photo. The words of the prompt select a move. To add one, name it with its phrases in camera-words.ts, and
 * add its path to `moves` here.
 */
import { type MoveName, moveAskedFor } from './camera-words.ts';

/** The visible part of the photo, in fractions of its width and height. A `scale` of 1 shows all of it. */
export type View = {
  left: number;
  top: number;
  scale: number;
  /**
   * Turns the photo around its vertical middle line, like a card: the right edge moves away by this share of its distance, the left edge
   * moves nearer. The view then exceeds its bounds, by 1 / (1 - turn) from its middle.
   */
  turn?: number;
};

export type CameraMove = {
  /** Strongest magnification on the path. The photo is loaded larger than the clip by this factor, so that no frame is enlarged. */
  zoomMax: number;
  /** @param progress 0 at the first frame, 1 at the last, linear in time. */
  viewAt(progress: number): View;
};

/** Returns the next random number of the seed, between `low` and `high`. */
type Vary = (low: number, high: number) => number;

const moves: Record<MoveName, (vary: Vary) => CameraMove> = {
  'push-in': (vary) => zoom(vary, eased),
  'pull-out': (vary) => zoom(vary, (progress) => 1 - eased(progress)),
  'pan-left': (vary) => slide(vary(1.12, 1.17), (progress) => ({ across: 1 - eased(progress), down: 0.5 })),
  'pan-right': (vary) => slide(vary(1.12, 1.17), (progress) => ({ across: eased(progress), down: 0.5 })),
  'pan-up': (vary) => slide(vary(1.12, 1.17), (progress) => ({ across: 0.5, down: 1 - eased(progress) })),
  'pan-down': (vary) => slide(vary(1.12, 1.17), (progress) => ({ across: 0.5, down: eased(progress) })),
  // Once to the right, once to the left, and back. The whole movement is eased, so that it starts and ends without speed.
  sway: (vary) => slide(vary(1.06, 1.09), (progress) => ({ across: 0.5 + 0.5 * Math.sin(2 * Math.PI * eased(progress)), down: 0.5 })),
  orbit,
  'hold-still': () => holdStill,
};

export const holdStill: CameraMove = { zoomMax: 1, viewAt: () => ({ left: 0, top: 0, scale: 1 }) };

/** Returns the move that the prompt asks for; the default is a push-in. The seed varies its strength and aim slightly and repeatably. */
export function cameraMoveFor(prompt: string, seed: number): CameraMove {
  return moves[moveAskedFor(prompt) ?? 'push-in'](seededVariation(seed));
}

/** @param strengthAt reached share of the zoom, 0 to 1. */
function zoom(vary: Vary, strengthAt: (progress: number) => number): CameraMove {
  const zoomMax = vary(1.1, 1.15);
  const aim = { x: vary(0.44, 0.56), y: vary(0.44, 0.56) };
  return {
    zoomMax,
    viewAt(progress) {
      const scale = 1 / (1 + (zoomMax - 1) * strengthAt(progress));
      return { left: (1 - scale) * aim.x, top: (1 - scale) * aim.y, scale };
    },
  };
}

/** @param placeAt position of the view in the free space: 0 at the left or top edge, 1 at the opposite edge. */
function slide(zoomMax: number, placeAt: (progress: number) => { across: number; down: number }): CameraMove {
  const scale = 1 / zoomMax;
  return {
    zoomMax,
    viewAt(progress) {
      const { across, down } = placeAt(progress);
      return { left: (1 - scale) * across, top: (1 - scale) * down, scale };
    },
  };
}

/** The strongest orbit that one photo allows: the picture turns slightly while the camera moves nearer and to the side. */
function orbit(vary: Vary): CameraMove {
  const turnMax = vary(0.045, 0.06);
  const nearer = vary(0.06, 0.08);
  const aside = vary(0.3, 0.4);
  return {
    // Sampling is finest at the edge that comes nearer.
    zoomMax: ((1 + nearer) * (1 + turnMax) ** 2) / (1 - turnMax),
    viewAt(progress) {
      const part = eased(progress);
      const turn = turnMax * part;
      /** Extent of the turned view. Its middle is far enough inside that it never leaves the photo. */
      const reach = 1 / (1 + nearer * part);
      const scale = reach * (1 - turn);
      const middle = { x: reach / 2 + (1 - reach) * (0.5 + aside * part), y: 0.5 };
      return { left: middle.x - scale / 2, top: middle.y - scale / 2, scale, turn };
    },
  };
}

/** Smoothstep: no speed at either end, so that cuts before and after the clip are smooth. */
const eased = (progress: number): number => progress * progress * (3 - 2 * progress);

/** mulberry32: small, well distributed, and equal on every machine. */
function seededVariation(seed: number): Vary {
  let state = seed >>> 0;
  return (low, high) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return low + (((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * (high - low);
  };
}
