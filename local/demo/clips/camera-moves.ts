/**
 * The path of the camera over the photo. English words in the prompt select a move. The page also has animation styles
 * in other languages, so their words for a move select this move too. To add a move, add a row to `moves`.
 */
import { randomFrom } from '../../base/random.ts';

/** The visible part of the photo, in fractions of its width and height. A `scale` of 1 shows the whole photo. */
export type View = { left: number; top: number; scale: number };

export type CameraMove = {
  /**
   * Strongest magnification on the path. The photo is scaled to the size of the clip times this factor, so that no frame must be scaled up.
   */
  zoomMax: number;
  /** @param progress 0 at the first frame, 1 at the last frame, linear in time */
  viewAt(progress: number): View;
};

/** Returns the next random number between `low` and `high`. The seed of the move determines the numbers. */
type PickBetween = (low: number, high: number) => number;

/** Matches up to three words between verb and direction, as in "pan slowly to the left", but not in "a frying pan on the left". */
const optionalWords = '(?:\\s+(?!(?:left|right|up|down|on|past|and)\\b)\\w+){0,3}?[\\s-]+';
const sideVerbs = `(?:pan|slide|glide|track|camera moves?)(?:e?s|n?ing)?`;
const verticalVerbs = '(?:tilt|pan|crane|rise|camera moves?)(?:s|n?ing)?';

const moves = {
  'push-in': { words: `(?:push|dolly|zoom|move)(?:es|s|ing)?${optionalWords}(?:in|closer)`, path: (vary) => createZoom(vary, ease) },
  'pull-out': {
    words: `(?:pull|dolly|zoom|move)(?:s|ing)?${optionalWords}(?:out|back|away)`,
    path: (vary) => createZoom(vary, (t) => 1 - ease(t)),
  },
  'pan-left': { words: `${sideVerbs}${optionalWords}left`, path: createPan((t) => ({ x: 1 - ease(t), y: 0.5 })) },
  'pan-right': { words: `${sideVerbs}${optionalWords}right`, path: createPan((t) => ({ x: ease(t), y: 0.5 })) },
  'pan-up': {
    words: `${verticalVerbs}${optionalWords}up(?:wards?)?|camera (?:\\w+ )?rises`,
    path: createPan((t) => ({ x: 0.5, y: 1 - ease(t) })),
  },
  'pan-down': { words: `${verticalVerbs}${optionalWords}down(?:wards?)?`, path: createPan((t) => ({ x: 0.5, y: ease(t) })) },
  sway: {
    words: 'sway(?:s|ing)?|side to side|back and forth|handheld',
    characters:
      '左右|좌우|schwingt|d’un côté à l’autre|de un lado a otro|da un lato all’altro|de um lado para o outro|na boki|из стороны в сторону|iki yana|berayun|pakaliwa|đung đưa|แกว่ง',
    path: createSwing((position) => ({ x: position, y: 0.5 })),
  },
  bounce: {
    words: 'bounc(?:es?|ing)|hops?|playful(?:ly)?',
    characters: '跳|傾き|기울|kippt|penche|se inclina|si inclina|przechyla|наклоняется|eğilir|miring|condong|kumikiling|nghiêng|เอียง',
    path: createSwing((position) => ({ x: 0.5, y: position })),
  },
  rock: {
    words: 'rock(?:s|ing)?',
    characters:
      '摇|搖|後ろへ揺れ|뒤로 흔들|wippt|bascule|hacia atrás|all’indietro|para trás|do tyłu|покачивается назад|geriye sallan|bergoyang|paatras|ngả về sau|โยก',
    path: (vary) => createZoom(vary, (t) => Math.sin(Math.PI * ease(t))),
  },
  orbit: {
    words: 'orbit(?:s|ing)?|arc|parallax|(?:circl|turn|spin)\\w*\\s+around',
    characters: '弧|호를|bogen|arco|łukiem|дугой|yay çiz|busur|lengkung|arko|cung ngắn|โค้ง',
    path: createArc,
  },
  'hold-still': { words: '(?:hold|stay|keep)s?\\s+still|static|stationary|motionless|locked[\\s-]off', path: () => holdStill },
} satisfies Record<string, { words: string; characters?: string; path: (vary: PickBetween) => CameraMove }>;
export type MoveName = keyof typeof moves;

/** Matches phrases that exclude a move, such as "do not zoom in". If the prompt names no other move, the camera does not move. */
const excludedMoves =
  /\b(?:(?:do|does|should|must)(?: not|n['’]t)|don['’]t|no|not|never|without|avoid)\s+(?:any\s+|the\s+)?(?:camera\s+)?(?:zoom|pan|tilt|orbit|sway|push|pull|mov|motion|rotat)\w*(?:\s+the\s+camera)?(?:\s+(?:in|out|left|right|up|down))?/giu;

export const holdStill: CameraMove = { zoomMax: 1, viewAt: () => ({ left: 0, top: 0, scale: 1 }) };

/**
 * Returns the first requested move, or undefined if the prompt names no move. Only whole words count: "Pandora" does not request a pan.
 */
export function requestedMove(prompt: string): MoveName | undefined {
  const promptWithoutExclusions = prompt.replace(excludedMoves, '.');
  const mentions = Object.entries(moves).flatMap(([name, move]) => {
    const characters = 'characters' in move ? `|${move.characters}` : '';
    const position = promptWithoutExclusions.search(new RegExp(`\\b(?:${move.words})\\b${characters}`, 'iu'));
    return position < 0 ? [] : [{ name: name as MoveName, position }];
  });
  const [first] = mentions.sort((a, b) => a.position - b.position);
  return first?.name ?? (promptWithoutExclusions === prompt ? undefined : 'hold-still');
}

/**
 * Returns the move that the prompt requests. The default is a push-in. The seed slightly changes the strength and the target of the move.
 * With the same seed, the move is the same.
 */
export function cameraMoveFor(prompt: string, seed: number): CameraMove {
  const random = randomFrom(seed);
  return moves[requestedMove(prompt) ?? 'push-in'].path((low, high) => low + random() * (high - low));
}

/** @param strengthAt returns the share of the zoom at this progress, 0 to 1 */
function createZoom(vary: PickBetween, strengthAt: (progress: number) => number): CameraMove {
  const zoomMax = vary(1.1, 1.15);
  const target = { x: vary(0.44, 0.56), y: vary(0.44, 0.56) };
  return {
    zoomMax,
    viewAt(progress) {
      const scale = 1 / (1 + (zoomMax - 1) * strengthAt(progress));
      return { left: (1 - scale) * target.x, top: (1 - scale) * target.y, scale };
    },
  };
}

/** Returns the position of the view on each axis. 0 is the left or top edge of the photo, and 1 is the opposite edge. */
type PlaceAt = (progress: number) => { x: number; y: number };

function createPan(placeAt: PlaceAt) {
  return (vary: PickBetween): CameraMove => createSlide(vary(1.12, 1.17), placeAt);
}

/** Moves to one side, to the other side, and back to the middle. The speed is 0 at the start and at the end. */
function createSwing(placeAt: (position: number) => ReturnType<PlaceAt>) {
  return (vary: PickBetween): CameraMove => createSlide(vary(1.06, 1.09), (t) => placeAt(0.5 + 0.5 * Math.sin(2 * Math.PI * ease(t))));
}

function createSlide(zoomMax: number, placeAt: PlaceAt): CameraMove {
  const scale = 1 / zoomMax;
  return {
    zoomMax,
    viewAt(progress) {
      const { x, y } = placeAt(progress);
      return { left: (1 - scale) * x, top: (1 - scale) * y, scale };
    },
  };
}

/** Imitates an orbit, as far as a flat photo allows this. The camera zooms in while it moves to the side. */
function createArc(vary: PickBetween): CameraMove {
  const zoomMax = vary(1.14, 1.18);
  return {
    zoomMax,
    viewAt(progress) {
      const easedProgress = ease(progress);
      const scale = 1 / (1.07 + (zoomMax - 1.07) * easedProgress);
      return { left: (1 - scale) * easedProgress, top: (1 - scale) / 2, scale };
    },
  };
}

/** The smoothstep function. The speed is 0 at both ends, so that the clip starts and ends smoothly. */
const ease = (progress: number): number => progress * progress * (3 - 2 * progress);
