/**
 * The prompt that a stand-in for a text model writes about a photo: what it saw, in the language and within the length that the
 * instruction names. It knows four languages and writes English in place of any other.
 */
import { type ColourName, type Look, lookAt } from './look-at-picture.ts';

type Wording = {
  /** How the instruction calls the language. */
  language: RegExp;
  colours: Record<ColourName, string>;
  and: string;
  /** Between two sentences. */
  gap: string;
  move: Record<Look['shape'], (colours: string, seconds: string) => string>;
  light: { dark: string; bright: string };
  focus: { sharp: string; soft: string };
  sound: string;
};

const wordings: Wording[] = [
  {
    language: /\bGerman\b/i,
    colours: {
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
    },
    and: ' und ',
    gap: ' ',
    move: {
      upright: (colours, seconds) => `Die Kamera fährt in ${seconds} Sekunden langsam auf das Produkt in ${colours} zu.`,
      wide: (colours, seconds) => `Die Kamera gleitet in ${seconds} Sekunden langsam seitlich an dem Produkt in ${colours} vorbei.`,
      square: (colours, seconds) => `Die Kamera umkreist das Produkt in ${colours} in ${seconds} Sekunden in einem sanften Bogen.`,
    },
    light: {
      dark: 'Ein weiches Licht löst es aus dem Dunkel und wandert über seine Oberfläche.',
      bright: 'Helles, weiches Licht wandert über seine Oberfläche.',
    },
    focus: { sharp: 'Es bleibt scharf und ganz im Bild.', soft: 'Die Schärfe zieht sanft auf das Produkt, das ganz im Bild bleibt.' },
    sound: 'Dazu leise Raumgeräusche.',
  },
  {
    language: /\bJapanese\b/i,
    colours: {
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
    },
    and: 'と',
    gap: '',
    move: {
      upright: (colours, seconds) => `${seconds}秒かけて、カメラが${colours}の商品へゆっくりと近づく。`,
      wide: (colours, seconds) => `${seconds}秒かけて、カメラが${colours}の商品の前をゆっくりと横に移動する。`,
      square: (colours, seconds) => `${seconds}秒かけて、カメラが${colours}の商品のまわりをゆるやかに弧を描いて回る。`,
    },
    light: { dark: '柔らかな光が暗がりから商品を浮かび上がらせ、表面をなでる。', bright: '明るく柔らかな光が商品の表面をなでる。' },
    focus: { sharp: '商品は全体が画面に収まり、鮮明なまま。', soft: 'ピントが静かに商品に合い、全体が画面に収まる。' },
    sound: '静かな環境音が添えられる。',
  },
  {
    language: /\bChinese\b/i,
    colours: {
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
    },
    and: '和',
    gap: '',
    move: {
      upright: (colours, seconds) => `镜头在${seconds}秒内缓缓推近${colours}的产品。`,
      wide: (colours, seconds) => `镜头在${seconds}秒内缓缓横移，掠过${colours}的产品。`,
      square: (colours, seconds) => `镜头在${seconds}秒内围绕${colours}的产品划出柔和的弧线。`,
    },
    light: { dark: '柔光将它从暗处衬托出来，缓缓掠过表面。', bright: '明亮的柔光缓缓掠过它的表面。' },
    focus: { sharp: '产品始终完整、清晰。', soft: '焦点轻轻落在产品上，产品始终完整。' },
    sound: '伴有轻微的环境声。',
  },
];

const english: Wording = {
  language: /\bEnglish\b/i,
  colours: Object.fromEntries(
    ['black', 'white', 'grey', 'red', 'orange', 'yellow', 'green', 'turquoise', 'blue', 'purple', 'pink', 'brown', 'beige'].map((name) => [
      name,
      name,
    ]),
  ) as Record<ColourName, string>,
  and: ' and ',
  gap: ' ',
  move: {
    upright: (colours, seconds) => `The camera pushes in slowly on the ${colours} product over ${seconds} seconds.`,
    wide: (colours, seconds) => `The camera glides slowly sideways past the ${colours} product over ${seconds} seconds.`,
    square: (colours, seconds) => `The camera moves around the ${colours} product in a slow, gentle arc over ${seconds} seconds.`,
  },
  light: {
    dark: 'A soft light lifts it out of the dark and travels across its surface.',
    bright: 'Bright, soft light travels across its surface.',
  },
  focus: { sharp: 'It stays whole in the frame and sharp.', soft: 'The focus settles gently on it, and it stays whole in the frame.' },
  sound: 'Quiet room tone underneath.',
};

const defaultSeconds = '8';
const defaultCharactersMax = 600;

/** @throws where the bytes are no picture. */
export async function writeAbout(picture: Buffer, instruction: string): Promise<string> {
  const look = await lookAt(picture);
  const wording = wordings.find(({ language }) => language.test(instruction)) ?? english;
  const seconds = /(\d+)\s+seconds?\b/i.exec(instruction)?.[1] ?? defaultSeconds;
  const charactersMax = Number(/at most (\d[\d,]*) characters/i.exec(instruction)?.[1]?.replaceAll(',', '') ?? defaultCharactersMax);
  const colours = look.colours.map((colour) => wording.colours[colour]).join(wording.and);
  const sentences = [
    wording.move[look.shape](colours, seconds),
    look.isDark ? wording.light.dark : wording.light.bright,
    look.isSharp ? wording.focus.sharp : wording.focus.soft,
    ...(/\bhas sound\b/i.test(instruction) ? [wording.sound] : []),
  ];
  // What does not fit is left out from the end; the first sentence says what was seen.
  while (sentences.length > 1 && [...sentences.join(wording.gap)].length > charactersMax) sentences.pop();
  return [...sentences.join(wording.gap)].slice(0, charactersMax).join('');
}
