/**
 * The camera's path over the photo. A move is chosen by the prompt's words: to add one, write its function and give it a
 * row in `moves`; where no row matches, the first one drives.
 */

/** The part of the photo in view, in fractions of its width and height. `scale` 1 shows all of it. */
export type View = { left: number; top: number; scale: number };

export type CameraMove = {
  /** The strongest magnification on the path; the photo is loaded this much larger than the clip, so no frame is enlarged. */
  zoomMax: number;
  /** @param progress 0 at the first frame, 1 at the last, even in time. */
  viewAt(progress: number): View;
};

/** A number from `low` to `high`, the next one of the seed's series. */
type Vary = (low: number, high: number) => number;
type MoveRule = { name: string; words: RegExp; make(vary: Vary): CameraMove };

const moves: readonly [MoveRule, ...MoveRule[]] = [{ name: 'push-in', words: /\b(push|dolly|zoom)(es|s|ing)?[\s-]*in\b/i, make: pushIn }];

/** The move that the prompt asks for; the seed varies its strength and aim a little, the same way each time. */
export function cameraMoveFor(prompt: string, seed: number): CameraMove {
  const rule = moves.find(({ words }) => words.test(prompt)) ?? moves[0];
  return rule.make(seededVariation(seed));
}

function pushIn(vary: Vary): CameraMove {
  const zoomMax = vary(1.1, 1.15);
  const aim = { x: vary(0.44, 0.56), y: vary(0.44, 0.56) };
  return {
    zoomMax,
    viewAt(progress) {
      const scale = 1 / (1 + (zoomMax - 1) * eased(progress));
      return { left: (1 - scale) * aim.x, top: (1 - scale) * aim.y, scale };
    },
  };
}

/** Smoothstep: no speed at either end, so that the clip can be cut before and after without a jolt. */
const eased = (progress: number): number => progress * progress * (3 - 2 * progress);

/** mulberry32: small, well spread, and the same on every machine. */
function seededVariation(seed: number): Vary {
  let state = seed >>> 0;
  return (low, high) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return low + (((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * (high - low);
  };
}
