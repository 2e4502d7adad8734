/** Converts the bytes of a text file to a text: Unicode with or without a byte order mark, or an older encoding. */
import { SheetError } from './sheet-error.ts';

/** The encodings that spreadsheets of these languages write without Unicode. */
const olderEncodings: Record<string, string> = {
  ja: 'shift_jis',
  ko: 'euc-kr',
  'zh-Hans': 'gb18030',
  'zh-Hant-TW': 'big5',
  th: 'windows-874',
  ru: 'windows-1251',
  pl: 'windows-1250',
  tr: 'windows-1254',
  vi: 'windows-1258',
};

const marks: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Without a byte order mark, zero bytes beside Latin letters show that the text is UTF-16. */
function guessUtf16(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 8 && even === 0) return 'utf-16le';
  return even > start.length / 8 && odd === 0 ? 'utf-16be' : undefined;
}

const decodeWith = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/**
 * @param language the language of the page, which decides between older encodings.
 * @throws SheetError unreadable, for example for an image with the name of a text file.
 */
export function decodeText(bytes: Uint8Array, language: string): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  const encodings = [marked?.[0] ?? guessUtf16(bytes) ?? 'utf-8', ...(marked ? [] : [olderEncodings[language], 'windows-1252'])];
  for (const encoding of encodings) {
    const text = encoding === undefined ? undefined : decodeWith(encoding, bytes);
    if (text === undefined) continue;
    // No table contains this character, but most binary files do.
    if (text.includes('\0')) throw new SheetError('unreadable');
    return text;
  }
  throw new SheetError('unreadable');
}
