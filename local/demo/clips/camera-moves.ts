/**
 * The path of the camera over the photo. English words of the prompt select a move, and the few Chinese signs that the animation styles of
 * the page use. To add a move, add a row to `moves`.
 */
import { randomFrom } from '../../plumbing/random.ts';

/** The visible part of the photo, in fractions of its width and height. A `scale` of 1 shows all of it. */
export type View = { left: number; top: number; scale: number };

export type CameraMove = {
  /** Strongest magnification on the path. The photo is loaded larger than the clip by this factor, so that no frame is enlarged. */
  zoomMax: number;
  /** @param progress 0 at the first frame, 1 at the last, linear in time. */
  viewAt(progress: number): View;
};

/** Returns the next random number of the seed, between `low` and `high`. */
type Vary = (low: number, high: number) => number;

/** Up to three words, as in "pan slowly to the left", but not as in "a frying pan on the left". */
const some = '(?:\\s+(?!(?:left|right|up|down|on|past|and)\\b)\\w+){0,3}?[\\s-]+';
const aside = `(?:pan|slide|glide|track|camera moves?)(?:e?s|n?ing)?`;
const upright = '(?:tilt|pan|crane|rise|camera moves?)(?:s|n?ing)?';

const moves = {
  'push-in': { words: `(?:push|dolly|zoom|move)(?:es|s|ing)?${some}(?:in|closer)`, path: (vary) => zoom(vary, eased) },
  'pull-out': { words: `(?:pull|dolly|zoom|move)(?:s|ing)?${some}(?:out|back|away)`, path: (vary) => zoom(vary, (t) => 1 - eased(t)) },
  'pan-left': { words: `${aside}${some}left`, path: pan((t) => ({ across: 1 - eased(t), down: 0.5 })) },
  'pan-right': { words: `${aside}${some}right`, path: pan((t) => ({ across: eased(t), down: 0.5 })) },
  'pan-up': { words: `${upright}${some}up(?:wards?)?|camera (?:\\w+ )?rises`, path: pan((t) => ({ across: 0.5, down: 1 - eased(t) })) },
  'pan-down': { words: `${upright}${some}down(?:wards?)?`, path: pan((t) => ({ across: 0.5, down: eased(t) })) },
  sway: { words: 'sway(?:s|ing)?|side to side|back and forth|handheld', signs: '左右', path: swing((at) => ({ across: at, down: 0.5 })) },
  bounce: { words: 'bounc(?:es?|ing)|hops?|playful(?:ly)?', signs: '跳', path: swing((at) => ({ across: 0.5, down: at })) },
  rock: { words: 'rock(?:s|ing)?', signs: '摇|搖', path: (vary) => zoom(vary, (t) => Math.sin(Math.PI * eased(t))) },
  orbit: { words: 'orbit(?:s|ing)?|arc|parallax|(?:circl|turn|spin)\\w*\\s+around', signs: '弧', path: arc },
  'hold-still': { words: '(?:hold|stay|keep)s?\\s+still|static|stationary|motionless|locked[\\s-]off', path: () => holdStill },
} satisfies Record<string, { words: string; signs?: string; path: (vary: Vary) => CameraMove }>;
export type MoveName = keyof typeof moves;

/** "Do not zoom in", "without camera movement": excludes that move. If no other move is named, the camera holds still. */
const refusals =
  /\b(?:(?:do|does|should|must)(?: not|n['’]t)|don['’]t|no|not|never|without|avoid)\s+(?:any\s+|the\s+)?(?:camera\s+)?(?:zoom|pan|tilt|orbit|sway|push|pull|mov|motion|rotat)\w*(?:\s+the\s+camera)?(?:\s+(?:in|out|left|right|up|down))?/giu;

export const holdStill: CameraMove = { zoomMax: 1, viewAt: () => ({ left: 0, top: 0, scale: 1 }) };

/** Returns the first requested move; undefined if the prompt names none. Only whole words count, so that "Pandora" is not a pan. */
export function moveAskedFor(prompt: string): MoveName | undefined {
  const wished = prompt.replace(refusals, '.');
  const mentions = Object.entries(moves).flatMap(([name, move]) => {
    const signs = 'signs' in move ? `|${move.signs}` : '';
    const at = wished.search(new RegExp(`\\b(?:${move.words})\\b${signs}`, 'iu'));
    return at < 0 ? [] : [{ name: name as MoveName, at }];
  });
  const [first] = mentions.sort((a, b) => a.at - b.at);
  return first?.name ?? (wished === prompt ? undefined : 'hold-still');
}

/** Returns the move that the prompt asks for; the default is a push-in. The seed varies its strength and aim slightly and repeatably. */
export function cameraMoveFor(prompt: string, seed: number): CameraMove {
  const random = randomFrom(seed);
  return moves[moveAskedFor(prompt) ?? 'push-in'].path((low, high) => low + random() * (high - low));
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

/** There and back on both sides. The whole movement is eased, so that it starts and ends without speed. */
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

/** The nearest to an orbit that a flat photo allows: the camera comes nearer while it glides to the side. */
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

/** Smoothstep: no speed at either end, so that cuts before and after the clip are smooth. */
const eased = (progress: number): number => progress * progress * (3 - 2 * progress);
