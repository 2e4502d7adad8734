/**
 * Names of the files in a package (docs/spec.md 15.2). A seller writes a template such as `{sku}_{placement}_{n}`. Every name is legal on
 * Windows, macOS and Linux, and no two names of a package are equal for a file system that ignores case.
 */

/**
 * The fields of a template. `sku` is the SKU in a large order, otherwise the title. `title` is the title of the card without the extension
 * of a picture.
 */
export const nameFields = ['sku', 'title', 'marketplace', 'placement', 'n'] as const;
export type NameField = (typeof nameFields)[number];

export const defaultTemplate = '{sku}_{placement}_{n}';
export const templateCharactersMax = 100;
/** Maximum size of a whole name in UTF-8. Archives and upload forms add folders to it, and some of them allow 255 bytes in total. */
export const nameBytesMax = 120;
/** The dot and the longest extension, for example `.webp`. */
const extensionBytes = 5;
/** All fixed parts must leave space for the seller's own text. */
const fixedBytesMax = 40;
/**
 * A package has fewer than 100,000 files. These bytes are always reserved, so that the other part of a name is the same for every number.
 */
const numberBytes = 5;
/** Replaces a text that has no usable character. */
export const missingText = 'na';

export type TemplateProblem = {
  problem:
    | 'empty'
    | 'tooLong'
    | 'fixedTooLong'
    /** A brace that is not part of a field. */
    | 'brace'
    | 'unknownField'
    | 'repeatedField'
    /** A path, for example `../`. */
    | 'path'
    | 'emoji'
    /** A direction mark or another invisible character. */
    | 'invisible'
    | 'character';
  /** The field or the character. */
  text: string;
};

type Part = { field: NameField } | { fixed: string };

const pathText = /[/\\]|\.\./u;
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{FE0F}\u{20E3}]/u;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** All other characters are illegal on Windows, or need quotes in a shell or in a form. */
const otherCharacter = /[^\p{L}\p{M}\p{N} _.()+,-]/u;

/** Returns the first problem of a template, or undefined if a package can use it. */
export function templateProblem(template: string): TemplateProblem | undefined {
  if (template.trim() === '') return { problem: 'empty', text: '' };
  if ([...template].length > templateCharactersMax) return { problem: 'tooLong', text: '' };
  const fields = [...template.matchAll(/\{([^{}]*)\}/gu)].map(([, name = '']) => name);
  const unknown = fields.find((name) => !nameFields.some((known) => known === name));
  if (unknown !== undefined) return { problem: 'unknownField', text: unknown };
  const repeated = fields.find((name, index) => fields.indexOf(name) !== index);
  if (repeated !== undefined) return { problem: 'repeatedField', text: repeated };
  const fixed = partsOf(template).flatMap((part) => ('fixed' in part ? [part.fixed] : []));
  const found = (problem: TemplateProblem['problem'], pattern: RegExp): TemplateProblem[] =>
    fixed.flatMap((text) => (pattern.exec(text) ?? []).slice(0, 1).map((match) => ({ problem, text: match })));
  const [first] = [
    ...found('brace', /[{}]/u),
    ...found('path', pathText),
    ...found('emoji', emoji),
    ...found('invisible', invisible),
    ...found('character', otherCharacter),
  ];
  if (first) return first;
  return bytesOf(fixed.join('')) > fixedBytesMax ? { problem: 'fixedTooLong', text: '' } : undefined;
}

function partsOf(template: string): Part[] {
  return template
    .normalize('NFC')
    .split(/(\{[^{}]*\})/u)
    .filter((part) => part !== '')
    .map((part) => (/^\{[^{}]*\}$/u.test(part) ? { field: part.slice(1, -1) as NameField } : { fixed: part }));
}

/**
 * One file of a package: the title of its item, the SKU of an item of a large order, and the placement, for example `shopee.listing-video`.
 */
export type NamedFile = { title: string; sku?: string | undefined; placement: string };

export type FileNames = {
  /** One name without its extension for each file, in the same order. */
  stems: string[];
  /** The groups of files that would have the same name. */
  clashes: { stem: string; indexes: number[] }[];
  /** The titles that are longer than their space in the name. */
  shortened: ReadonlySet<string>;
  /** The titles with characters that a name cannot contain. */
  cleaned: ReadonlySet<string>;
};

/**
 * Names the files of one package. The names are unique except for `clashes`, which are empty if the template contains `{n}`. The number `n`
 * counts the files whose names would otherwise be equal.
 * @param template a template without a problem
 */
export function fileNamesOf(files: readonly NamedFile[], template: string): FileNames {
  const parts = partsOf(template);
  const isNumbered = parts.some((part) => 'field' in part && part.field === 'n');
  const counts = new Map<string, number>();
  const owners = new Map<string, number[]>();
  const [shortened, cleaned] = [new Set<string>(), new Set<string>()];
  const names: FileNames = { stems: [], clashes: [], shortened, cleaned };
  for (const [index, file] of files.entries()) {
    const { withNumber, isShortened, isCleaned } = draftOf(file, parts);
    const key = foldName(withNumber(''));
    let number = (counts.get(key) ?? 0) + 1;
    // If another title ends with digits, two names can be equal although their numbers differ.
    while (isNumbered && owners.has(foldName(withNumber(String(number))))) number++;
    counts.set(key, number);
    const stem = withNumber(isNumbered ? String(number) : '');
    const owner = owners.get(foldName(stem));
    if (owner) owner.push(index);
    else owners.set(foldName(stem), [index]);
    names.stems.push(stem);
    if (isShortened) shortened.add(file.title);
    if (isCleaned) cleaned.add(file.title);
  }
  names.clashes = [...owners.values()]
    .filter((indexes) => indexes.length > 1)
    .map((indexes) => ({ stem: names.stems[indexes[0] ?? 0] ?? '', indexes }));
  return names;
}

/** Returns a function that makes the name of a file from its number. */
function draftOf({ title, sku, placement }: NamedFile, parts: readonly Part[]) {
  const plainTexts = { sku: sku ?? withoutExtension(title), title: withoutExtension(title) };
  const [marketplace = ''] = placement.split('.');
  const values: Record<Exclude<NameField, 'n'>, string> = {
    sku: cleanText(plainTexts.sku),
    title: cleanText(plainTexts.title),
    marketplace,
    placement: placement.replace('.', '-'),
  };
  const isOwnText = (part: Part): part is { field: 'sku' | 'title' } => 'field' in part && (part.field === 'sku' || part.field === 'title');
  const sizeOf = (part: Part) => ('fixed' in part ? bytesOf(part.fixed) : part.field === 'n' ? numberBytes : bytesOf(values[part.field]));
  const takenBytes = parts.filter((part) => !isOwnText(part)).reduce((sum, part) => sum + sizeOf(part), 0);
  const ownFields = parts.filter(isOwnText).map(({ field }) => field);
  const ownBytes = Math.floor((nameBytesMax - extensionBytes - 1 - takenBytes) / Math.max(1, ownFields.length));
  const shortened = (field: 'sku' | 'title') => cutTo(values[field], ownBytes) || missingText;
  const textOf = (part: Part, number: string) =>
    'fixed' in part ? part.fixed : part.field === 'n' ? number : isOwnText(part) ? shortened(part.field) : values[part.field];
  return {
    withNumber: (number: string) => legalName(parts.map((part) => textOf(part, number)).join('')),
    isShortened: ownFields.some((field) => values[field] !== '' && shortened(field) !== values[field]),
    isCleaned: ownFields.some((field) => hasLostCharacters(plainTexts[field])),
  };
}

/** The SKU: the name of the photo without the extension of a picture. A SKU such as `AB.100` stays complete. */
export const withoutExtension = (title: string): string => title.replace(pictureExtension, '');
const pictureExtension = /\.(jpe?g|jfif|png|webp|gif|avif|heic|heif|tiff?|bmp)$/i;

/** Keeps letters, marks and digits of all languages. Each group of other characters becomes one hyphen. */
const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{FFFD}\p{Cs}\p{Co}\p{Cn}]+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
    .replace(/\.{2,}/gu, '.')
    .replace(/^[\p{M}.-]+|[.-]+$/gu, '');

/** Spaces become hyphens, which a seller expects. All other replaced characters are reported. */
const hasLostCharacters = (text: string): boolean => /[^\p{L}\p{M}\p{N} _.-]/u.test(text.normalize('NFC'));

/** Names that Windows reserves for devices, with any extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/iu;

/** Windows removes spaces and dots at the end. A dot at the start hides a file. A command reads a hyphen at the start as an option. */
function legalName(text: string): string {
  const name = text.normalize('NFC').replace(/^[\p{M} .-]+|[ .-]+$/gu, '') || missingText;
  return reserved.test(name) ? `_${name}` : name;
}

/** Returns the same text for names that can be one file on Windows or macOS: names that differ only in case or normal form. */
export const foldName = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** Cuts a text to a size in UTF-8. A letter keeps its marks. */
function cutTo(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text;
  let result = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += bytesOf(segment);
    if (bytes > bytesMax) break;
    result += segment;
  }
  return result.replace(/[.-]+$/u, '');
}

/** Returns the number of bytes in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}
