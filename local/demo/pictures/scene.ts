/** Paints a background from words: a wall, a floor, light from one side. The same words and seed paint the same background. */
import { blur } from './adjust.ts';
import { blank, type Picture, type Rgb } from './picture.ts';
import { randomFrom, seedOf } from './random.ts';
import { mentions, wordsPattern } from './words.ts';

/** A horizon of 1 means no floor. `spots` are blurred lights; `grain` is a pattern along the floor, such as wood. */
type Scene = { wallTop: Rgb; wallBottom: Rgb; floorFar: Rgb; floorNear: Rgb; horizon: number; spots: number; grain: number };

const studio: Scene = {
  wallTop: [232, 228, 222],
  wallBottom: [246, 243, 238],
  floorFar: [225, 220, 213],
  floorNear: [240, 236, 230],
  horizon: 0.68,
  spots: 0,
  grain: 0,
};

const scenes: [RegExp, Partial<Scene>][] = [
  [wordsPattern(['beach(?:es)?', 'sand(?:y)?', 'dunes?', 'desert', 'seaside'], '沙滩|沙灘|海滩|海灘'), beach()],
  [
    wordsPattern(['forest', 'woods', 'jungle', 'leaves', 'garden', 'grass', 'meadow', 'park'], '森林|草地|花园|花園'),
    { wallTop: [92, 128, 84], wallBottom: [168, 190, 128], floorFar: [104, 132, 74], floorNear: [66, 96, 52], horizon: 0.62, spots: 26 },
  ],
  [
    wordsPattern(['sunset', 'sunrise', 'dusk', 'dawn', 'golden hour'], '日落|日出|黄昏|黃昏'),
    { wallTop: [88, 74, 132], wallBottom: [250, 168, 104], floorFar: [196, 112, 86], floorNear: [96, 62, 74], horizon: 0.6, spots: 8 },
  ],
  [
    wordsPattern(['night', 'neon', 'dark room', 'city lights', 'street'], '夜晚|霓虹|街'),
    { wallTop: [14, 16, 34], wallBottom: [38, 34, 72], floorFar: [26, 26, 52], floorNear: [10, 12, 24], horizon: 0.66, spots: 34 },
  ],
  [
    wordsPattern(['marble', 'bathroom', 'spa', 'tiles?'], '大理石|浴室'),
    {
      wallTop: [214, 220, 226],
      wallBottom: [236, 239, 242],
      floorFar: [228, 231, 235],
      floorNear: [246, 247, 249],
      horizon: 0.64,
      grain: 0.35,
    },
  ],
  [
    wordsPattern(['wood(?:en)?', 'oak', 'walnut', 'table', 'desk', 'kitchen', 'rustic'], '木|桌|厨房|廚房'),
    { wallTop: [226, 212, 192], wallBottom: [240, 228, 210], floorFar: [158, 112, 70], floorNear: [186, 136, 88], horizon: 0.62, grain: 1 },
  ],
  [
    wordsPattern(['sky', 'clouds?', 'outdoors?'], '天空|云|雲'),
    { wallTop: [108, 168, 226], wallBottom: [208, 230, 246], floorFar: [208, 230, 246], floorNear: [226, 238, 248], horizon: 1, spots: 6 },
  ],
  [
    wordsPattern(['snow(?:y)?', 'winter', 'ice', 'christmas'], '雪|冬|圣诞|聖誕'),
    {
      wallTop: [186, 208, 228],
      wallBottom: [228, 238, 246],
      floorFar: [226, 236, 246],
      floorNear: [248, 251, 254],
      horizon: 0.6,
      spots: 22,
    },
  ],
];

function beach(): Scene {
  return {
    wallTop: [120, 184, 224],
    wallBottom: [206, 232, 240],
    floorFar: [226, 202, 158],
    floorNear: [240, 220, 182],
    horizon: 0.58,
    spots: 0,
    grain: 0.25,
  };
}

const colours: [RegExp, Rgb][] = [
  [wordsPattern(['white'], '白'), [255, 255, 255]],
  [wordsPattern(['black'], '黑'), [18, 18, 20]],
  [wordsPattern(['gr[ae]y'], '灰'), [168, 168, 170]],
  [wordsPattern(['red'], '红|紅'), [206, 48, 52]],
  [wordsPattern(['orange'], '橙'), [240, 146, 60]],
  [wordsPattern(['yellow'], '黄色|黃色'), [246, 214, 92]],
  [wordsPattern(['green'], '绿|綠'), [86, 164, 98]],
  [wordsPattern(['blue'], '蓝|藍'), [74, 132, 214]],
  [wordsPattern(['purple', 'violet', 'lilac'], '紫'), [154, 112, 200]],
  [wordsPattern(['pink', 'rose'], '粉'), [244, 178, 198]],
  [wordsPattern(['beige', 'cream', 'ivory'], '米色'), [240, 228, 208]],
  [wordsPattern(['brown'], '棕'), [132, 92, 62]],
];

/** Returns the first colour that a text names. */
export const colourIn = (text: string): Rgb | undefined => firstIn(colours, text);
/** Whether a text names a place that can be painted. */
export const namesScene = (text: string): boolean => firstIn(scenes, text) !== undefined;

function firstIn<Value>(table: [RegExp, Value][], text: string): Value | undefined {
  const found = table.flatMap(([pattern, value]) => mentions(pattern, text).map(({ at }) => ({ at, value })));
  return found.sort((a, b) => a.at - b.at)[0]?.value;
}

/** Paints the first place that a text names. Without one, paints a studio in the first named colour, or tinted by the text. */
export async function sceneOf(text: string, seed: number, size: { width: number; height: number }): Promise<Picture> {
  const place = firstIn(scenes, text);
  const colour = place ? undefined : colourIn(text);
  const scene: Scene = { ...studio, ...(place ?? (colour ? inColour(colour) : text.trim() ? tinted(seedOf(text)) : {})) };
  return paint(scene, randomFrom(seed), size);
}

const inColour = (colour: Rgb): Partial<Scene> => ({
  wallTop: shade(colour, 0.9),
  wallBottom: shade(colour, 1.06),
  floorFar: shade(colour, 0.92),
  floorNear: shade(colour, 1.04),
});

const shade = ([r, g, b]: Rgb, factor: number): Rgb => [Math.min(255, r * factor), Math.min(255, g * factor), Math.min(255, b * factor)];

function tinted(seed: number): Partial<Scene> {
  const random = randomFrom(seed);
  return inColour([190 + random() * 55, 190 + random() * 55, 190 + random() * 55]);
}

async function paint(scene: Scene, random: () => number, { width, height }: { width: number; height: number }): Promise<Picture> {
  const picture = blank(width, height);
  const horizon = Math.min(1, scene.horizon + (random() - 0.5) * 0.08);
  const lightX = 0.15 + random() * 0.7;
  const lightY = 0.1 + random() * 0.3;
  const grainSeed = random() * 40;
  for (let y = 0, at = 0; y < height; y++) {
    const row = y / height;
    const isFloor = row >= horizon && horizon < 1;
    const [from, to, t] = isFloor
      ? ([scene.floorFar, scene.floorNear, (row - horizon) / (1 - horizon)] as const)
      : ([scene.wallTop, scene.wallBottom, row / horizon] as const);
    const grain = isFloor ? scene.grain * 10 * Math.sin(t * t * 60 + grainSeed) : 0;
    for (let x = 0; x < width; x++, at += 4) {
      const light = 16 * Math.exp(-4 * ((x / width - lightX) ** 2 + (row - lightY) ** 2)) - 8;
      const ripple = grain * (0.7 + 0.3 * Math.sin((x / width) * 9 + grainSeed));
      for (let channel = 0; channel < 3; channel++)
        picture.rgba[at + channel] = clamp(from[channel]! + (to[channel]! - from[channel]!) * t + light + ripple);
      picture.rgba[at + 3] = 255;
    }
  }
  for (let spot = 0; spot < scene.spots; spot++) drawSpot(picture, random, horizon);
  return blur(picture, Math.max(width, height) / 400);
}

/** Draws a blurred light on the wall. */
function drawSpot({ rgba, width, height }: Picture, random: () => number, horizon: number): void {
  const [x, y, radius, strength] = [random() * width, random() * height * horizon, (0.015 + random() * 0.05) * width, 12 + random() * 40];
  const tint = [0.8 + random() * 0.4, 0.8 + random() * 0.4, 0.8 + random() * 0.4];
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row++) {
    for (let column = Math.max(0, Math.floor(x - radius)); column < Math.min(width, x + radius); column++) {
      if ((row - y) ** 2 + (column - x) ** 2 > radius ** 2) continue;
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) rgba[at + channel] = clamp(rgba[at + channel]! + strength * tint[channel]!);
    }
  }
}

const clamp = (value: number): number => Math.min(255, Math.max(0, value + 0.5));
