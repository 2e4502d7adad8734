import { S3Error } from './s3-error.ts';

/** Content of an element: text, child elements, or a list that repeats the element for each entry. */
type XmlContent = string | number | boolean | undefined | XmlElements | XmlElements[];
type XmlElements = { [name: string]: XmlContent };

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** @param content elements by name; undefined elements are omitted */
export function xmlDocument(root: string, content: XmlElements): string {
  const attribute = root === 'Error' ? '' : ` xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${attribute}>${toElements(content)}</${root}>`;
}

const toElements = (content: XmlElements): string =>
  Object.entries(content)
    .map(([name, value]) => toElement(name, value))
    .join('');

function toElement(name: string, content: XmlContent): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((entry) => toElement(name, entry)).join('');
  return `<${name}>${typeof content === 'object' ? toElements(content) : escapeText(String(content))}</${name}>`;
}

/** Control characters are escaped too, because a parser changes a single carriage return to a line feed. */
const escapeText = (text: string) =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys may contain them
    /[&<>"'\u0000-\u001f]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );

/** Returns the contents of every element with this name. The only XML request body is a list of parts, so no XML parser is needed. */
export function xmlElements(document: string, name: string): string[] {
  return [...document.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(([, content]) => content ?? '');
}

export function xmlText(document: string, name: string): string {
  const [content] = xmlElements(document, name);
  if (content === undefined) throw malformedXml();
  return content;
}

export const malformedXml = () =>
  new S3Error(400, 'MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema');
