/** The parts of the names under which results are saved. */

const titleCharactersMax = 80;
/** File systems accept names of 255 bytes; prefix, time and ending need 40, and one character of most languages takes three. */
const titleBytesMax = 200;

/** Bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** A title without its file ending and without what a file system may not like; may be empty. */
export const plainTitle = (title: string): string => {
  const plain = title
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  let bytes = 0;
  return [...plain]
    .slice(0, titleCharactersMax)
    .filter((character) => {
      bytes += bytesOf(character);
      return bytes <= titleBytesMax;
    })
    .join('');
};

export const timestampOf = (time: Date): string => time.toISOString().slice(0, 19).replaceAll(':', '-');
