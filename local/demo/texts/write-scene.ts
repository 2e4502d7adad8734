/**
 * Writes the prompt of a video or an image for a photo, in the same way as a text model. There is one template for each language that an
 * instruction can name.
 */
import sharp from 'sharp';
import scenes from './scenes.json' with { type: 'json' };

const pixelsMax = 8192 * 8192;
type LanguageName = keyof typeof scenes;

/** @throws Error if the photo cannot be read, because a model would also reject this photo */
export async function writeScene(photo: Buffer | undefined, instruction: string): Promise<string> {
  if (photo) await sharp(photo, { limitInputPixels: pixelsMax }).stats();
  const { scene, sound, image } = scenes[languageIn(instruction)];
  if (/\bimage model\b/i.test(instruction)) return image;
  const hasSound = /\bsound\b/i.test(instruction) && !/\bno sound\b|without sound|\bsilent\b/i.test(instruction);
  return hasSound ? `${scene} ${sound}` : scene;
}

/**
 * Returns the language whose name follows the word "in", as in "Write in German". Longer names are tested first. The default is English.
 */
function languageIn(instruction: string): LanguageName {
  const requestedLanguage = (Object.keys(scenes) as LanguageName[])
    .sort((a, b) => b.length - a.length)
    .find((language) => new RegExp(`\\bin (?:\\w+ )?${language}\\b`, 'i').test(instruction));
  return requestedLanguage ?? 'English';
}
