import { AppError } from '#shared/errors.ts';
import { type ImageType, sniffImageType } from '#shared/upload/image-file.ts';
import { readInlineImage } from '#shared/upload/inline-image.ts';

/**
 * Decodes a picture inside a request.
 * @param mimeType the type that the request states.
 * @returns the bytes, and the type that they show.
 * @throws AppError a code of `readInlineImage`; ImageTypeUnsupported; ImageTypeMismatch if the bytes have another type.
 */
export function decodeInlineImage(text: string, mimeType?: string): { bytes: Buffer; contentType: ImageType } {
  const inline = readInlineImage(text);
  if ('refusal' in inline) throw new AppError(inline.refusal);
  const bytes = Buffer.from(inline.base64, 'base64');
  const contentType = sniffImageType(bytes);
  if (!contentType) throw new AppError('ImageTypeUnsupported');
  for (const statedType of [inline.contentType, mimeType])
    if (statedType && statedType.replace(/^image\/jpg$/, 'image/jpeg') !== contentType) throw new AppError('ImageTypeMismatch');
  return { bytes, contentType };
}
