/** The parts of the names under which results are saved. */

const titleCharactersMax = 80;

/** A title without its file ending and without what a file system may not like; may be empty. */
export const plainTitle = (title: string): string => {
  const plain = title
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...plain].slice(0, titleCharactersMax).join('');
};

export const timestampOf = (time: Date): string => time.toISOString().slice(0, 19).replaceAll(':', '-');
