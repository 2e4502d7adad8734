/** Parts of the file names of saved results. */

const titleCharactersMax = 80;
/**
 * A file name can have 255 bytes. The prefix, the time and the extension need 40 bytes. In many languages, one character needs three bytes.
 */
const titleBytesMax = 200;

/** Returns the number of bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** Returns a title without its file extension and without characters that are unsafe in file names. The result can be empty. */
export const plainTitle = (title: string): string => {
  const plainText = title
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  let bytes = 0;
  return [...plainText]
    .slice(0, titleCharactersMax)
    .filter((character) => {
      bytes += bytesOf(character);
      return bytes <= titleBytesMax;
    })
    .join('');
};

export const timestampOf = (time: Date): string => time.toISOString().slice(0, 19).replaceAll(':', '-');
