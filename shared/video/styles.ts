/** Animation styles: ready prompts, each with a sample clip (docs/spec.md 5.10). */

export type StyleId = 'shoe-step-motion' | 'bag-sway-motion' | 'hat-cute-pose' | 'skincare-gentle-touch';
type PromptLanguage = 'en' | 'zh' | 'zh-Hant';
type StyleCategory = 'product_showcase';

export type AnimationStyle = {
  id: StyleId;
  /** Locale keys of the name and the description. */
  nameKey: `video.style.${StyleId}.name`;
  descriptionKey: `video.style.${StyleId}.description`;
  /** The prompt in English and in both Chinese scripts. */
  prompt: Record<PromptLanguage, string>;
  /** Length of the sample clip. The length of the ordered video depends on the model (docs/spec.md 5.10). */
  durationSeconds: 3;
  category: StyleCategory;
  /** Addresses of the sample clip, of its first frame (large and small), and of its photo. */
  videoExample: string;
  poster: string;
  thumbnail: string;
  imageExample: string;
};

/** Maximum number of styles in a strip (docs/spec.md 5.10). The panel of the batch page shows `stylesPerPage` styles on each page. */
export const stylesShownMax = 8;
export const stylesPerPage = 3;

const styleOf = (id: StyleId, prompt: AnimationStyle['prompt']): AnimationStyle => ({
  id,
  nameKey: `video.style.${id}.name`,
  descriptionKey: `video.style.${id}.description`,
  prompt,
  durationSeconds: 3,
  category: 'product_showcase',
  videoExample: `/samples/${id}.mp4`,
  poster: `/samples/${id}-poster.avif`,
  thumbnail: `/samples/${id}-thumb.avif`,
  imageExample: `/samples/${id}.avif`,
});

export const animationStyles: readonly AnimationStyle[] = [
  styleOf('shoe-step-motion', {
    en: 'The shoe rocks gently back on its heel, then lifts the heel and bends at the ball of the foot, as in one soft step, and settles where it began. The camera stays still at a low three-quarter angle. Warm studio daylight, and the shadow follows the sole. Shape, colors, stitching and logo stay exactly as in the photo; no feet, no people, no text.',
    zh: '鞋子先以鞋跟为支点轻轻向后一摇，再抬起鞋跟、在前掌处自然弯折，像轻轻迈出一步，最后回到原位。镜头固定，低位四分之三侧角。温暖的影棚日光，影子随鞋底移动。鞋型、颜色、缝线和标志与照片完全一致；画面中不出现脚、人物或文字。',
    'zh-Hant':
      '鞋子先以鞋跟為支點輕輕向後一搖，再抬起鞋跟、在前掌處自然彎折，像輕輕跨出一步，最後回到原位。鏡頭固定，低位四分之三側角。溫暖的攝影棚日光，影子隨鞋底移動。鞋型、顏色、縫線和標誌與照片完全一致；畫面中不出現腳、人物或文字。',
  }),
  styleOf('bag-sway-motion', {
    en: 'The handbag sways slowly from side to side on its stand, like a pendulum coming to rest; the handle gives a little and the hardware catches the light. The camera stays still at eye level. Soft diffused studio light, and the shadow follows the bag. Leather grain, shape, colors and logo stay exactly as in the photo; no hands, no people, no text.',
    zh: '手提包在展架上缓缓左右轻摆，像渐渐停下的钟摆；提手微微晃动，五金件泛起柔光。镜头固定，与包身平视。柔和的影棚漫射光，影子随包移动。皮纹、包型、颜色和标志与照片完全一致；画面中不出现手、人物或文字。',
    'zh-Hant':
      '手提包在展示架上緩緩左右輕擺，像漸漸停下的鐘擺；提把微微晃動，五金配件泛起柔光。鏡頭固定，與包身平視。柔和的攝影棚漫射光，影子隨包包移動。皮紋、包型、顏色和標誌與照片完全一致；畫面中不出現手、人物或文字。',
  }),
  styleOf('hat-cute-pose', {
    en: 'The hat tilts playfully to one side and then to the other on its display, gives one small hop and lands softly back in place; the brim bounces a little. The camera stays still, straight on. Bright, cheerful studio light. Shape, fabric, stitching, colors and label stay exactly as in the photo; no faces, no people, no text.',
    zh: '帽子在展示架上俏皮地先歪向一边、再歪向另一边，接着轻轻一跳，稳稳落回原位，帽檐随之微微弹动。镜头固定，正面拍摄。明亮欢快的影棚光。帽型、面料、缝线、颜色和标签与照片完全一致；画面中不出现人脸、人物或文字。',
    'zh-Hant':
      '帽子在展示架上俏皮地先歪向一邊、再歪向另一邊，接著輕輕一跳，穩穩落回原位，帽簷隨之微微彈動。鏡頭固定，正面拍攝。明亮歡快的攝影棚光線。帽型、布料、縫線、顏色和標籤與照片完全一致；畫面中不出現人臉、人物或文字。',
  }),
  styleOf('skincare-gentle-touch', {
    en: 'The camera glides in a slow, short arc around the products while a soft beam of light sweeps across glass, cap and label; the liquid glows as the light passes, and everything rests in calm. Clean beauty studio, shallow depth of field. Bottles, proportions, colors and label lettering stay exactly as in the photo; no hands, no people, no added text.',
    zh: '镜头围绕产品缓慢滑过一小段弧线，一束柔光依次掠过玻璃、瓶盖和标签；光线经过时液体晶莹透亮，画面宁静舒缓。干净的美妆影棚，浅景深。瓶身、比例、颜色和标签文字与照片完全一致；画面中不出现手、人物或额外文字。',
    'zh-Hant':
      '鏡頭環繞產品緩慢滑過一小段弧線，一束柔光依序掠過玻璃、瓶蓋和標籤；光線經過時液體晶瑩透亮，畫面寧靜舒緩。乾淨的美妝攝影棚，淺景深。瓶身、比例、顏色和標籤文字與照片完全一致；畫面中不出現手、人物或其他文字。',
  }),
];

/** Returns the style with this id. */
export const animationStyle = (id: string): AnimationStyle | undefined => animationStyles.find((style) => style.id === id);

/**
 * Returns the language of the prompts for a page language. A Chinese page uses the prompts in its own script; all other pages use the
 * English prompts.
 */
export function promptLanguage(language: string): PromptLanguage {
  if (/^zh-(hant|tw|hk|mo)(-|$)/i.test(language)) return 'zh-Hant';
  return /^zh(-|$)/i.test(language) ? 'zh' : 'en';
}

/**
 * Returns the index of the first shown style after a step up (-1) or down (1). If there are at least three styles, a page is always full,
 * so the last page shows the last three styles (docs/spec.md 7.1).
 *
 * @param first current index of the first style, from 0.
 */
export function pageStep(first: number, step: -1 | 1, count: number = animationStyles.length): number {
  const lastFirstIndex = Math.max(0, count - stylesPerPage);
  return Math.min(lastFirstIndex, Math.max(0, first + step * stylesPerPage));
}
