import { smallJpeg } from '../platform/picture.ts';
import type { PromptOrder } from '../vendors/prompt-port.ts';

/** Maximum side of the picture for the vendor in pixels. This size is enough to recognize a product. */
const photoSideMax = 2048;
const jpegQuality = 85;

/** Returns the copy of a photo for the vendor. @throws AppError the errors of `smallJpeg`. */
export const promptPhoto = async (
  photo: Buffer,
  rules: Omit<Parameters<typeof smallJpeg>[1], 'sideMax' | 'quality'> = {},
): Promise<PromptOrder['photo']> => ({
  bytes: await smallJpeg(photo, { ...rules, sideMax: photoSideMax, quality: jpegQuality }),
  contentType: 'image/jpeg',
});
