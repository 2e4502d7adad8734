/**
 * The path of the camera over the photo. English words in the prompt select a move; so do the few Chinese characters that the animation
 * styles of the page use. To add a move, add a row to `moves`.
 */
import { randomFrom } from '../../plumbing/random.ts';

/** The visible part of the photo, in fractions of its width and height. A `scale` of 1 shows all of it. */
export type View = { left: number; top: number; scale: number };

export type CameraMove = {
  /** Strongest magnification on the path. The photo is loaded larger than the clip by this factor, so that no frame must be scaled up. */
  zoomMax: number;
  /** @param progress 0 at the first frame, 1 at the last, linear in time. */
  viewAt(progress: number): View;
};

/** Returns the next random number of the seed, between `low` and `high`. */
type Vary = (low: number, high: number) => number;

/** Up to three words, as in "pan slowly to the left", but not as in "a frying pan on the left". */
const some = '(?:\\s+(?!(?:left|right|up|down|on|past|and)\\b)\\w+){0,3}?[\\s-]+';
const sideVerbs = `(?:pan|slide|glide|track|camera moves?)(?:e?s|n?ing)?`;
const verticalVerbs = '(?:tilt|pan|crane|rise|camera moves?)(?:s|n?ing)?';

const moves = {
  'push-in': { words: `(?:push|dolly|zoom|move)(?:es|s|ing)?${some}(?:in|closer)`, path: (vary) => zoom(vary, eased) },
  'pull-out': { words: `(?:pull|dolly|zoom|move)(?:s|ing)?${some}(?:out|back|away)`, path: (vary) => zoom(vary, (t) => 1 - eased(t)) },
  'pan-left': { words: `${sideVerbs}${some}left`, path: pan((t) => ({ across: 1 - eased(t), down: 0.5 })) },
  'pan-right': { words: `${sideVerbs}${some}right`, path: pan((t) => ({ across: eased(t), down: 0.5 })) },
  'pan-up': {
    words: `${verticalVerbs}${some}up(?:wards?)?|camera (?:\\w+ )?rises`,
    path: pan((t) => ({ across: 0.5, down: 1 - eased(t) })),
  },
  'pan-down': { words: `${verticalVerbs}${some}down(?:wards?)?`, path: pan((t) => ({ across: 0.5, down: eased(t) })) },
  sway: { words: 'sway(?:s|ing)?|side to side|back and forth|handheld', signs: '左右', path: swing((at) => ({ across: at, down: 0.5 })) },
  bounce: { words: 'bounc(?:es?|ing)|hops?|playful(?:ly)?', signs: '跳', path: swing((at) => ({ across: 0.5, down: at })) },
  rock: { words: 'rock(?:s|ing)?', signs: '摇|搖', path: (vary) => zoom(vary, (t) => Math.sin(Math.PI * eased(t))) },
  orbit: { words: 'orbit(?:s|ing)?|arc|parallax|(?:circl|turn|spin)\\w*\\s+around', signs: '弧', path: arc },
  'hold-still': { words: '(?:hold|stay|keep)s?\\s+still|static|stationary|motionless|locked[\\s-]off', path: () => holdStill },
} satisfies Record<string, { words: string; signs?: string; path: (vary: Vary) => CameraMove }>;
export type MoveName = keyof typeof moves;

/**
 * Phrases that exclude a move, such as "do not zoom in" or "without camera movement". If the prompt names no other move, the camera does
 * not move.
 */
const refusals =
  /\b(?:(?:do|does|should|must)(?: not|n['’]t)|don['’]t|no|not|never|without|avoid)\s+(?:any\s+|the\s+)?(?:camera\s+)?(?:zoom|pan|tilt|orbit|sway|push|pull|mov|motion|rotat)\w*(?:\s+the\s+camera)?(?:\s+(?:in|out|left|right|up|down))?/giu;

export const holdStill: CameraMove = { zoomMax: 1, viewAt: () => ({ left: 0, top: 0, scale: 1 }) };

/** Returns the first requested move, or undefined if the prompt names no move. Only whole words count: "Pandora" does not request a pan. */
export function requestedMove(prompt: string): MoveName | undefined {
  const allowed = prompt.replace(refusals, '.');
  const mentions = Object.entries(moves).flatMap(([name, move]) => {
    const signs = 'signs' in move ? `|${move.signs}` : '';
    const at = allowed.search(new RegExp(`\\b(?:${move.words})\\b${signs}`, 'iu'));
    return at < 0 ? [] : [{ name: name as MoveName, at }];
  });
  const [first] = mentions.sort((a, b) => a.at - b.at);
  return first?.name ?? (allowed === prompt ? undefined : 'hold-still');
}

/**
 * Returns the move that the prompt asks for; the default is a push-in. The seed changes the strength and the target of the move slightly;
 * the same seed gives the same move.
 */
export function cameraMoveFor(prompt: string, seed: number): CameraMove {
  const random = randomFrom(seed);
  return moves[requestedMove(prompt) ?? 'push-in'].path((low, high) => low + random() * (high - low));
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

/** Position of the view in the free space: 0 at the left or top edge, 1 at the opposite edge. */
type Placing = (progress: number) => { across: number; down: number };

function pan(placeAt: Placing) {
  return (vary: Vary): CameraMove => slide(vary(1.12, 1.17), placeAt);
}

/** Moves to one side, to the other side, and back to the middle. The speed is 0 at the start and at the end. */
function swing(placeAt: (at: number) => ReturnType<Placing>) {
  return (vary: Vary): CameraMove => slide(vary(1.06, 1.09), (t) => placeAt(0.5 + 0.5 * Math.sin(2 * Math.PI * eased(t))));
}

function slide(zoomMax: number, placeAt: Placing): CameraMove {
  const scale = 1 / zoomMax;
  return {
    zoomMax,
    viewAt(progress) {
      const { across, down } = placeAt(progress);
      return { left: (1 - scale) * across, top: (1 - scale) * down, scale };
    },
  };
}

/** The best imitation of an orbit that a flat photo allows: the camera zooms in while it moves to the side. */
function arc(vary: Vary): CameraMove {
  const zoomMax = vary(1.14, 1.18);
  return {
    zoomMax,
    viewAt(progress) {
      const part = eased(progress);
      const scale = 1 / (1.07 + (zoomMax - 1.07) * part);
      return { left: (1 - scale) * part, top: (1 - scale) / 2, scale };
    },
  };
}

/** Smoothstep: the speed is 0 at both ends, so that the clip starts and ends smoothly. */
const eased = (progress: number): number => progress * progress * (3 - 2 * progress);
