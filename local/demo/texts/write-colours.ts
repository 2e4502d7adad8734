/** A sentence about the product's colours, in the languages that the demo engine supports for it. */
import { type ColourName, productColours } from './product-colours.ts';
import { languageIn } from './write-scene.ts';

type ColourWords = Record<ColourName, string> & { and: string; sentence(colours: string): string };

/** Keys are the same names as in `phrases`. */
const words: Record<string, ColourWords> = {
  English: {
    black: 'black',
    white: 'white',
    grey: 'grey',
    red: 'red',
    orange: 'orange',
    yellow: 'yellow',
    green: 'green',
    turquoise: 'turquoise',
    blue: 'blue',
    purple: 'purple',
    pink: 'pink',
    brown: 'brown',
    beige: 'beige',
    and: ' and ',
    sentence: (colours) => `The product keeps its ${colours}.`,
  },
  German: {
    black: 'Schwarz',
    white: 'Weiß',
    grey: 'Grau',
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    green: 'Grün',
    turquoise: 'Türkis',
    blue: 'Blau',
    purple: 'Violett',
    pink: 'Rosa',
    brown: 'Braun',
    beige: 'Beige',
    and: ' und ',
    sentence: (colours) => `Das Produkt in ${colours} behält seine Farben.`,
  },
  Japanese: {
    black: '黒',
    white: '白',
    grey: 'グレー',
    red: '赤',
    orange: 'オレンジ',
    yellow: '黄色',
    green: '緑',
    turquoise: 'ターコイズ',
    blue: '青',
    purple: '紫',
    pink: 'ピンク',
    brown: '茶色',
    beige: 'ベージュ',
    and: 'と',
    sentence: (colours) => `商品の${colours}は元の色のまま。`,
  },
  Chinese: {
    black: '黑色',
    white: '白色',
    grey: '灰色',
    red: '红色',
    orange: '橙色',
    yellow: '黄色',
    green: '绿色',
    turquoise: '青绿色',
    blue: '蓝色',
    purple: '紫色',
    pink: '粉色',
    brown: '棕色',
    beige: '米色',
    and: '和',
    sentence: (colours) => `产品的${colours}保持原样。`,
  },
};

/**
 * Returns an empty text if the instruction names another language.
 * @throws if the photo cannot be read.
 */
export async function writeColours(photo: Buffer, instruction: string): Promise<string> {
  const named = words[languageIn(instruction)];
  if (!named) return '';
  return named.sentence((await productColours(photo)).map((colour) => named[colour]).join(named.and));
}
