/** A picture inside a request, as a data URL or as bare base64 (Q28, Q42). Files belong to uploads; this is for small ones. */
import type { ErrorCode } from '../errors.ts';

/** SPEC 5, AI Write: counted as it travels, for a request of more than 6 MB never reaches a Lambda function. */
export const dataUrlCharactersMax = 5 * 1024 * 1024;
/** Bare base64 is taken below 4 MB of picture (Q28): 5.6 million characters, which leaves room below those 6 MB. */
export const inlineBytesMax = 4 * 1024 * 1024 - 1;

/** No request with more characters reaches a Lambda function. */
export const inlineCharactersMax = 6 * 1024 * 1024;

export type InlineImage = { base64: string; contentType: string | undefined };

/**
 * Reads a picture's text. `contentType` is what a data URL says of itself.
 * Refused: ImageTypeUnsupported for a data URL of anything else; AiWriteImageTooLarge for a data URL over 5 MB; ImageNeedsUpload for
 * 4 MB and more of picture; ImageUnreadable for what is no base64.
 */
export function readInlineImage(text: string): InlineImage | { refusal: ErrorCode } {
  if (!/^data:/i.test(text)) return inlineImage(text, undefined);
  if (text.length > dataUrlCharactersMax) return { refusal: 'AiWriteImageTooLarge' };
  const [head, contentType] = /^data:(image\/[\w.+-]+);base64,/i.exec(text) ?? [];
  return head ? inlineImage(text.slice(head.length), contentType?.toLowerCase()) : { refusal: 'ImageTypeUnsupported' };
}

function inlineImage(base64: string, contentType: string | undefined): InlineImage | { refusal: ErrorCode } {
  if (sizeBytesOf(base64) > inlineBytesMax) return { refusal: 'ImageNeedsUpload' };
  if (base64.length === 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return { refusal: 'ImageUnreadable' };
  return { base64, contentType };
}

const sizeBytesOf = (base64: string): number => Math.floor((base64.length * 3) / 4) - (/=*$/.exec(base64.slice(-2))?.[0].length ?? 0);
