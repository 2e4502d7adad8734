/** Reads the requested changes from the English words and some common Chinese words of a prompt. */
import type { Rgb } from './picture.ts';
import { findColour, mentionsScene } from './scene.ts';
import { createWordsPattern, isMentioned } from './words.ts';

/** The new background: a plain colour, or a place that a text describes. */
export type Background = { colour: Rgb } | { scene: string };
export type PromptEffects = Record<Change, boolean> & { background: Background | undefined };

const changePatterns = {
  brighter: createWordsPattern(['bright(?:er|en|ness|ly)?', 'light(?:er|en)', 'well[- ]lit', 'airy', 'more light'], '更亮|明亮|提亮'),
  darker: createWordsPattern(['dark(?:er|en)?', 'moody', 'dim(?:mer)?', 'low[- ]key', 'dramatic'], '更暗|变暗|變暗|昏暗'),
  warmer: createWordsPattern(['warm(?:er|th)?', 'golden', 'cosy', 'cozy', 'amber', 'sunny'], '暖'),
  cooler: createWordsPattern(['cool(?:er)?', 'cold(?:er)?', 'icy', 'bluish'], '冷色|冷调|冷調'),
  vivid: createWordsPattern(['vivid', 'vibrant', 'saturat(?:ed|e|ion)', 'colou?rful', 'punchy', 'rich colou?rs?'], '鲜艳|鮮豔|饱和|飽和'),
  muted: createWordsPattern(['muted', 'desaturated?', 'pastel', 'faded', 'washed[- ]out'], '柔和色|低饱和|低飽和'),
  monochrome: createWordsPattern(['black[- ]and[- ]white', 'monochrom(?:e|atic)', 'gr[ae]yscale', 'b&w'], '黑白'),
  vintage: createWordsPattern(['vintage', 'sepia', 'retro', 'old photo'], '复古|復古'),
  sharper: createWordsPattern(['sharp(?:er|en|ness)?', 'enhance(?:d|ment)?', 'crisp(?:er)?', 'detailed', 'in focus'], '清晰|锐化|銳化'),
  softer: createWordsPattern(
    ['soft(?:er|en)? (?:focus|look|image)', 'soft(?:er|en)', 'blurr?(?:y|ed)?', 'dreamy', 'hazy'],
    '模糊|朦胧|朦朧',
  ),
  contrast: createWordsPattern(['(?:high(?:er)?|more|strong(?:er)?|add|increase) contrast', 'contrasty', 'bold'], '对比|對比'),
  shadow: createWordsPattern(['(?:drop|soft|natural|add a?|with a?) ?shadows?', 'shadows? (?:under|below)', 'grounded'], '阴影|陰影|投影'),
  withoutText: createWordsPattern(
    ['(?:remove|erase|without|no)(?: \\w+){0,2} (?:text|lettering|watermarks?|logos?)'],
    '去除文字|去水印|无文字|無文字',
  ),
} satisfies Record<string, RegExp>;
export type Change = keyof typeof changePatterns;

/** A phrase about the background. Words for light or colour in this phrase do not apply to the product. */
const backgroundPhrase = /\b(?:\w+[ -]){0,3}background\b/giu;
const backgroundWords = createWordsPattern(['background', 'backdrop', 'isolat(?:e|ed)', 'cut ?out', 'studio'], '背景|抠图|摳圖');
const plainWords = createWordsPattern(
  ['remov(?:e|al|ing|ed)', 'clean', 'plain', 'isolat(?:e|ed)', 'cut ?out'],
  '去除背景|去背|纯色|純色|抠图|摳圖',
);
const placingWords = createWordsPattern(
  ['on', 'in', 'at', 'against', 'scene', 'place[ds]?', 'standing', 'with', 'among', 'by', 'street', 'outdoors?', 'background', 'backdrop'],
  '在|背景|场景|場景',
);
const white: Rgb = [255, 255, 255];

export function readPromptEffects(prompt: string): PromptEffects {
  const productText = prompt.replace(backgroundPhrase, ' ');
  const changes = Object.fromEntries(Object.entries(changePatterns).map(([name, pattern]) => [name, isMentioned(pattern, productText)]));
  return { ...(changes as Record<Change, boolean>), background: findBackground(prompt) };
}

function findBackground(prompt: string): Background | undefined {
  if (mentionsScene(prompt) && isMentioned(placingWords, prompt)) return { scene: prompt };
  if (!isMentioned(backgroundWords, prompt)) return undefined;
  const colour = findColour([...prompt.matchAll(backgroundPhrase)].map(([text]) => text).join(' ')) ?? findColour(prompt);
  if (colour) return { colour };
  return isMentioned(plainWords, prompt) ? { colour: white } : { scene: prompt };
}

export const isEmpty = ({ background, ...changes }: PromptEffects): boolean => !background && !Object.values(changes).includes(true);
