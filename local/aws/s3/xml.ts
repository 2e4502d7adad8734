import { S3Error } from './s3-error.ts';

/** An element's content: text, child elements, or the same element once per entry of a list. */
type XmlContent = string | number | boolean | undefined | XmlElements | XmlElements[];
type XmlElements = { [name: string]: XmlContent };

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** @param content elements by name; those that are undefined are left out */
export function xmlDocument(root: string, content: XmlElements): string {
  const attribute = root === 'Error' ? '' : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${elements(content)}</${root}>`;
}

const elements = (content: XmlElements): string =>
  Object.entries(content)
    .map(([name, value]) => element(name, value))
    .join('');

function element(name: string, content: XmlContent): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((entry) => element(name, entry)).join('');
  return `<${name}>${typeof content === 'object' ? elements(content) : escapeText(String(content))}</${name}>`;
}

/** Control characters are escaped too, for a parser turns a bare carriage return into a line feed. */
const escapeText = (text: string) =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys may hold them
    /[&<>"'\u0000-\u001f]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );

/** The contents of every element of this name. Enough for the two bodies S3 is sent here, which are flat and machine-written. */
export function xmlElements(document: string, name: string): string[] {
  return [...document.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(([, content]) => content ?? '');
}

export function xmlText(document: string, name: string): string {
  const [content] = xmlElements(document, name);
  if (content === undefined) throw malformedXml();
  return unescapeText(content);
}

export const malformedXml = () =>
  new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeText = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_entity, hex?: string, decimal?: string, name?: string) => {
    if (name) return namedCharacters[name] ?? throwMalformed();
    const codePoint = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : throwMalformed();
  });

function throwMalformed(): never {
  throw malformedXml();
}
