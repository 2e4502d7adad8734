/** Finds the fonts that a prerendered page needs in addition to the Latin fonts. index.html already preloads the Latin fonts. */

type Font = { isDisplay: boolean; name: string; contains(letter: string): boolean };

/** Reads the fonts from the text of web/src/app/fonts.css: the family, the file and the letters of each font. */
export function parseFonts(css: string): Font[] {
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, rule = '']) => {
    const name = /fonts\/([\w-]+)\.woff2/.exec(rule)?.[1];
    const ranges = [...(/unicode-range:([^;]*)/.exec(rule)?.[1] ?? '').matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
      ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
    );
    if (!name || ranges.length === 0) return [];
    const contains = (letter: string) => {
      const code = letter.codePointAt(0) ?? 0;
      return ranges.some(([first, last]) => first <= code && code <= last);
    };
    return [{ name, isDisplay: rule.includes('Display'), contains }];
  });
}

const textOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&[a-z]+;|&#\w+;/g, '');

/**
 * Returns the names of the fonts that contain letters of the page. The first headline uses the display font, and all other texts use the
 * text font.
 */
export function fontsNeededBy(html: string, fonts: readonly Font[]): string[] {
  const headline = textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '');
  const text = textOf(html.replace(/<h([12])[^>]*>[\s\S]*?<\/h\1>/g, ''));
  return fonts
    .filter(({ name, isDisplay, contains }) => !name.endsWith('-latin') && [...(isDisplay ? headline : text)].some(contains))
    .map(({ name }) => name);
}
