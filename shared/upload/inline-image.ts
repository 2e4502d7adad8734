/** A small picture inside a request, as a data URL or plain base64 (docs/spec.md 4.7). Larger files must be uploaded. */
import type { ErrorCode } from '../errors.ts';

/** Maximum length of a data URL. The limit counts characters, because the 6 MB limit of a Lambda request counts the encoded text. */
export const dataUrlCharactersMax = 5 * 1024 * 1024;
/** The picture in a base64 text must have less than 4 MB. The text then has at most 5.6 million characters and stays below 6 MB. */
export const inlineBytesMax = 4 * 1024 * 1024 - 1;

/** The longest text that can reach a Lambda function. */
export const inlineCharactersMax = 6 * 1024 * 1024;

export type InlineImage = { base64: string; contentType: string | undefined };

/**
 * Reads the text of a picture. `contentType` is the type that a data URL declares.
 *
 * Refusals:
 * - ImageTypeUnsupported: a data URL that is not an image.
 * - AiWriteImageTooLarge: a data URL above 5 MB.
 * - ImageNeedsUpload: a picture of 4 MB or more.
 * - ImageUnreadable: invalid base64.
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
