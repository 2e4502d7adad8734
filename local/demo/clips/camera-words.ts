/**
 * Finds the camera move that a prompt asks for. The first phrase counts, only as whole words, so that "Pandora" is not a pan. A broad set
 * of English phrases, and common ones in German, Japanese and Chinese.
 */

export type MoveName = 'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'pan-up' | 'pan-down' | 'sway' | 'orbit' | 'hold-still';

/** No Latin letter or digit may be before or after; `zoom in` may touch a Japanese particle. */
const wholeWords = (...phrases: string[]): string =>
  `(?<![\\p{Script=Latin}\\p{N}_])(?:${phrases.join('|')})(?![\\p{Script=Latin}\\p{N}_])`;
const phrasesOf = (words: string, signs: string): RegExp => new RegExp(`${words}|${signs}`, 'giu');

/** Up to four words, as in "pan slowly across to the left", but not as in "a frying pan on the left". */
const between = '(?:\\s+(?!(?:left|right|up|down|on|at|with|and|is)(?:wards?)?\\b)[\\p{Script=Latin}-]+){0,4}?';
const aside = '(?:pan|slide|track|truck|glide|sweep|camera\\s+(?:move|drift))(?:e?s|n?ing)?';
const upright = '(?:tilt|pan|crane|boom|pedestal|jib|camera\\s+(?:move|drift|glide))(?:s|n?ing)?';
const germanDrive = '(?:(?:kamera)?schwenk(?:t|en)?|(?:kamera)?fahrt|fährt|gleitet|neigt)';

/** Matches "pan left", "pans from right to left" and "left pan", but not "pan left to right". */
function towards(verb: string, direction: string, opposite: string): string[] {
  const start = `(?:\\s+(?:from\\s+)?(?:the\\s+)?${opposite}\\s+to(?:\\s+the)?)?`;
  return [
    `${verb}${between}${start}[\\s-]+${direction}(?:wards?)?(?!\\s+to\\s+(?:the\\s+)?${opposite})`,
    `${direction}(?:wards?)?[\\s-]+(?:pan|tilt)`,
  ];
}
const german = (direction: string): string[] => [
  `${germanDrive}${between}\\s+nach\\s+${direction}`,
  `nach\\s+${direction}\\s+(?:schwenk(?:t|en)|fahren|fährt|gleiten|gleitet)`,
];

const phrases: Record<MoveName, RegExp> = {
  'push-in': phrasesOf(
    wholeWords(
      `(?:push|dolly|zoom|move|track)(?:es|s|ing)?${between}[\\s-]+in`,
      '(?:mov|com|gett|go|drift|glid)(?:e?s?|ing)\\s+(?:[a-z]+\\s+)?closer',
      'clos(?:es|ing)\\s+in',
      '(?:hinein|heran|ran)zoomen',
      `zoomt?${between}\\s+(?:heran|hinein|rein)`,
      'näher\\s+(?:heran|ran)',
    ),
    'ズームイン|近づ|寄って|推近|推进|推進|拉近|放大',
  ),
  'pull-out': phrasesOf(
    wholeWords(
      `(?:pull|dolly|zoom|move|track)(?:s|ing)?${between}[\\s-]+(?:out|back|away)`,
      '(?:heraus|raus|weg)zoomen',
      `zoomt?${between}\\s+(?:heraus|raus|weg)`,
      `fährt${between}\\s+zurück`,
    ),
    'ズームアウト|遠ざか|引いて|拉远|拉遠|缩小|縮小',
  ),
  'pan-left': phrasesOf(
    wholeWords(...towards(aside, 'left', 'right'), ...german('links')),
    '左(?:に|へ)?(?:パン|移動)|向左(?:平?移|摇|搖)|左移|左摇',
  ),
  'pan-right': phrasesOf(
    wholeWords(...towards(aside, 'right', 'left'), ...german('rechts'), '(?:pan(?:s|ning)?|panning\\s+shot)\\s+(?:across|over|along)'),
    '右(?:に|へ)?(?:パン|移動)|向右(?:平?移|摇|搖)|右移|右摇',
  ),
  'pan-up': phrasesOf(
    wholeWords(...towards(upright, 'up', 'down'), ...german('oben'), 'camera\\s+(?:[a-z]+\\s+)?ris(?:es|ing)'),
    'ティルトアップ|上(?:に|へ)?(?:パン|移動)|向上(?:平?移|摇|搖)|上移|上摇',
  ),
  'pan-down': phrasesOf(
    wholeWords(...towards(upright, 'down', 'up'), ...german('unten'), 'camera\\s+(?:[a-z]+\\s+)?(?:lowers|lowering|descends|descending)'),
    'ティルトダウン|下(?:に|へ)?(?:パン|移動)|向下(?:平?移|摇|搖)|下移|下摇',
  ),
  sway: phrasesOf(
    wholeWords(
      'sway(?:s|ing)?',
      'side\\s+to\\s+side',
      'back\\s+and\\s+forth',
      'left\\s+and\\s+right',
      'hand-?held',
      'wieg(?:t|en|end)',
      'schwank(?:t|en|end)',
      'pendel(?:t|n|nd)',
    ),
    '揺れ|ゆらゆら|左右に|摇晃|搖晃|摇摆|搖擺|晃动|晃動',
  ),
  orbit: phrasesOf(
    wholeWords(
      'orbit(?:s|al|ing)?',
      'parallax',
      '(?:arc|circl|revolv|rotat|spin|turn)(?:e|s|es|ing|n?ing)?\\s+around',
      '360(?:\\s*°|[\\s-]*degrees?)',
      'umkreis(?:t|en|ung)',
      'kreist?\\s+um',
      'umrund(?:et|en|ung)',
    ),
    '回り込|周回|オービット|环绕|環繞|绕着|繞著',
  ),
  'hold-still': phrasesOf(
    wholeWords(
      '(?:hold|stay|keep|remain|stand)(?:s|ing)?\\s+(?:[a-z]+\\s+)?still',
      'static',
      'stationary',
      'motionless',
      'locked[\\s-]+(?:off|down)',
      '(?:fixed|still)\\s+(?:camera|shot|frame)',
      'statische?[nrs]?',
      'unbewegte?[nrs]?',
      'steht\\s+still',
      'feste\\s+kamera',
    ),
    '固定|静止|靜止',
  ),
};

/** "Do not zoom in", "without camera movement": excludes that move. If no other move is named, the camera holds still. */
const refusals = phrasesOf(
  wholeWords(
    "(?:(?:do|does|should|must)\\s+not|(?:do|does)n['’]t|no|not|never|without|avoid)\\s+(?:any\\s+|a\\s+|the\\s+)?(?:camera[\\s-]+)?" +
      '(?:zoom|pan|tilt|orbit|sway|push|pull|dolly|mov|motion|shak|rotat)[a-z]*' +
      '(?:\\s+the\\s+camera)?(?:[\\s-]+(?:in|out|back|left|right|up|down|movements?|motion))?',
    '(?:nicht|ohne|keine?n?)\\s+(?:[\\p{Script=Latin}]*zoom(?:en)?|(?:kamera)?schwenk(?:en)?|(?:kamera)?bewegung(?:en)?|bewegen)',
  ),
  '(?:不要|不|别|別|勿|无|無)(?:缩放|縮放|平移|移动|移動|摇晃|运镜|推近|拉远)|(?:ズーム|パン|移動)(?:イン|アウト)?(?:を)?(?:しない|せず|なし)',
);

/** Returns the first requested move; if two start at the same word, the longer phrase. */
export function moveAskedFor(prompt: string): MoveName | undefined {
  const text = prompt.normalize('NFC');
  const wished = text.replace(refusals, '.');
  const mentions = Object.entries(phrases).flatMap(([name, pattern]) => {
    const [mention] = wished.matchAll(pattern);
    return mention ? [{ name: name as MoveName, at: mention.index, length: mention[0].length }] : [];
  });
  const [first] = mentions.sort((a, b) => a.at - b.at || b.length - a.length);
  return first?.name ?? (wished === text ? undefined : 'hold-still');
}
