import { AppError } from '#shared/errors.ts';
import { type ImageType, sniffImageType } from '#shared/upload/image-file.ts';
import { readInlineImage } from '#shared/upload/inline-image.ts';

/**
 * The bytes of a picture inside a request, and what they are; `mimeType` is what the request says they are.
 * @throws AppError as `readInlineImage` refuses; ImageTypeUnsupported; ImageTypeMismatch where the bytes say otherwise.
 */
export function decodeInlineImage(text: string, mimeType?: string): { bytes: Buffer; contentType: ImageType } {
  const inline = readInlineImage(text);
  if ('refusal' in inline) throw new AppError(inline.refusal);
  const bytes = Buffer.from(inline.base64, 'base64');
  const contentType = sniffImageType(bytes);
  if (!contentType) throw new AppError('ImageTypeUnsupported');
  for (const said of [inline.contentType, mimeType])
    if (said && said.replace(/^image\/jpg$/, 'image/jpeg') !== contentType) throw new AppError('ImageTypeMismatch');
  return { bytes, contentType };
}
