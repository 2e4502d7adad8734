/**
 * Paints a background that a text describes: a wall, a floor, and light from one side. The same text and seed return the same background.
 */
import sharp from 'sharp';
import { randomFrom, seedOf } from '../../base/random.ts';
import { type Picture, pictureOf, type Rgb } from './picture.ts';
import { createWordsPattern } from './words.ts';

type Colour = Rgb | string;
/**
 * Each pair of colours is a gradient from top to bottom. If there is no floor, the wall fills the picture. `lights` is the number of
 * blurred lights; `grain` is the strength of the wood pattern.
 */
type Scene = { wall: [Colour, Colour]; floor?: [Colour, Colour]; lights?: number; grain?: number };

const scenes: [RegExp, Scene][] = [
  [
    createWordsPattern(['beach(?:es)?', 'sand(?:y)?', 'dunes?', 'desert', 'seaside'], '沙滩|沙灘|海滩|海灘'),
    { wall: ['#78b8e0', '#cee8f0'], floor: ['#e2ca9e', '#f0dcb6'], grain: 0.12 },
  ],
  [
    createWordsPattern(['forest', 'woods', 'jungle', 'leaves', 'garden', 'grass', 'meadow', 'park'], '森林|草地|花园|花園'),
    { wall: ['#5c8054', '#a8be80'], floor: ['#68844a', '#426034'], lights: 26 },
  ],
  [
    createWordsPattern(['sunset', 'sunrise', 'dusk', 'dawn', 'golden hour'], '日落|日出|黄昏|黃昏'),
    { wall: ['#584a84', '#faa868'], floor: ['#c47056', '#603e4a'], lights: 8 },
  ],
  [
    createWordsPattern(['night', 'neon', 'dark room', 'city lights', 'street'], '夜晚|霓虹|街'),
    { wall: ['#0e1022', '#262248'], floor: ['#1a1a34', '#0a0c18'], lights: 34 },
  ],
  [
    createWordsPattern(['marble', 'bathroom', 'spa', 'tiles?'], '大理石|浴室'),
    { wall: ['#d6dce2', '#eceff2'], floor: ['#e4e7eb', '#f6f7f9'], grain: 0.1 },
  ],
  [
    createWordsPattern(['wood(?:en)?', 'oak', 'walnut', 'table', 'desk', 'kitchen', 'rustic'], '木|桌|厨房|廚房'),
    { wall: ['#e2d4c0', '#f0e4d2'], floor: ['#9e7046', '#ba8858'], grain: 0.4 },
  ],
  [createWordsPattern(['sky', 'clouds?', 'outdoors?'], '天空|云|雲'), { wall: ['#6ca8e2', '#e2eef8'], lights: 6 }],
  [
    createWordsPattern(['snow(?:y)?', 'winter', 'ice', 'christmas'], '雪|冬|圣诞|聖誕'),
    { wall: ['#bad0e4', '#e4eef6'], floor: ['#e2ecf6', '#f8fbfe'], lights: 30 },
  ],
];

const colours: [RegExp, Rgb][] = [
  [createWordsPattern(['white'], '白'), [255, 255, 255]],
  [createWordsPattern(['black'], '黑'), [18, 18, 20]],
  [createWordsPattern(['gr[ae]y'], '灰'), [168, 168, 170]],
  [createWordsPattern(['red'], '红|紅'), [206, 48, 52]],
  [createWordsPattern(['orange'], '橙'), [240, 146, 60]],
  [createWordsPattern(['yellow'], '黄色|黃色'), [246, 214, 92]],
  [createWordsPattern(['green'], '绿|綠'), [86, 164, 98]],
  [createWordsPattern(['blue'], '蓝|藍'), [74, 132, 214]],
  [createWordsPattern(['purple', 'violet', 'lilac'], '紫'), [154, 112, 200]],
  [createWordsPattern(['pink', 'rose'], '粉'), [244, 178, 198]],
  [createWordsPattern(['beige', 'cream', 'ivory'], '米色'), [240, 228, 208]],
  [createWordsPattern(['brown'], '棕'), [132, 92, 62]],
];

/** Returns the first colour that a text names. */
export const findColour = (text: string): Rgb | undefined => findFirst(colours, text);
/** Returns whether a text names a place that can be painted. */
export const mentionsScene = (text: string): boolean => findFirst(scenes, text) !== undefined;

function findFirst<Value>(table: [RegExp, Value][], text: string): Value | undefined {
  const matches = table.map(([pattern, value]) => ({ position: text.search(pattern), value })).filter(({ position }) => position >= 0);
  return matches.sort((a, b) => a.position - b.position)[0]?.value;
}

/**
 * Paints the first place that a text names. Without a place, paints a studio in the first named colour, or in a colour that depends on the
 * text.
 */
export function sceneOf(text: string, seed: number, size: { width: number; height: number }): Promise<Picture> {
  return paint(findFirst(scenes, text) ?? studioIn(findColour(text) ?? tintOf(text)), seed, size);
}

function studioIn(colour: Rgb): Scene {
  const shade = (factor: number) => colour.map((value) => Math.min(255, value * factor)) as unknown as Rgb;
  return { wall: [shade(0.9), shade(1.06)], floor: [shade(0.92), shade(1.04)] };
}

function tintOf(text: string): Rgb {
  const random = randomFrom(seedOf(text));
  return text.trim() ? [205 + random() * 40, 205 + random() * 40, 205 + random() * 40] : [234, 230, 224];
}

function paint({ wall, floor, lights = 0, grain = 0 }: Scene, seed: number, { width, height }: { width: number; height: number }) {
  const random = randomFrom(seed);
  const horizon = floor ? 0.6 + random() * 0.08 : 1;
  const css = (colour: Colour) => (typeof colour === 'string' ? colour : `rgb(${colour.map(Math.round).join(' ')})`);
  const gradient = (id: string, [from, to]: [Colour, Colour], startOpacity = 1) =>
    `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${css(from)}" stop-opacity="${startOpacity}"/><stop offset="0.03" stop-color="${css(from)}"/><stop offset="1" stop-color="${css(to)}"/></linearGradient>`;
  const light = () =>
    `<circle cx="${random() * width}" cy="${random() * height * horizon}" r="${(0.012 + random() * 0.04) * width}" fill="#fff" fill-opacity="${0.05 + random() * 0.16}"/>`;
  const ground = `y="${height * horizon}" width="${width}" height="${height * (1 - horizon)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    ${gradient('wall', wall)}${floor ? gradient('floor', floor, 0) : ''}
    <radialGradient id="sun" cx="${0.15 + random() * 0.7}" cy="${0.1 + random() * 0.3}" r="0.8"><stop stop-color="#fff" stop-opacity="0.22"/><stop offset="1" stop-opacity="0.06"/></radialGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="${width / 250}"/></filter>
    <filter id="wood" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="${2 / width} ${80 / height}" numOctaves="3" seed="${seed % 1000}"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  ${2 * grain} 0 0 0 ${-0.8 * grain}"/></filter>
    </defs><rect width="${width}" height="${height}" fill="url(#wall)"/>
    <g filter="url(#soft)">${Array.from({ length: lights }, light).join('')}</g>
    ${floor ? `<rect ${ground} fill="url(#floor)"/>` : ''}${grain ? `<rect ${ground} filter="url(#wood)"/>` : ''}
    <rect width="${width}" height="${height}" fill="url(#sun)"/></svg>`;
  // lambdas/platform/picture.ts blocks the loaders of sharp for its whole process, and tests load it into the process of the local cloud.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  return pictureOf(sharp(Buffer.from(svg)));
}
