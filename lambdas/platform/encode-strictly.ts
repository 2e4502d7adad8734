/** Encodes also the characters that `encodeURIComponent` leaves unchanged, because a signature contains them encoded (RFC 3986). */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
