/** Also encodes the characters that `encodeURIComponent` does not encode, because signatures require this (RFC 3986). */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
