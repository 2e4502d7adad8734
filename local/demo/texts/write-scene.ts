/**
 * Writes a video prompt from a photo, as a text model would. The text depends on the light and shape of the picture, and is in the
 * language that the instruction names. The same picture gets the same text.
 */
import sharp, { type Stats } from 'sharp';
import { type CameraMove, type Light, type Phrases, phrases } from './phrases.ts';

const pixelsMax = 8192 * 8192;
/** Enough for the measurements. */
const sampleSide = 64;
/** A picture with a mean luminance below this (of 255) counts as dark. */
const darkBelow = 70;
/** Minimum ratio of the sides from which the shape decides the direction of the move. */
const clearlyLonger = 1.15;

/** @throws if the photo cannot be read, as a model would reject it. */
export async function writeScene(photo: Buffer | undefined, instruction: string): Promise<string> {
  const { move, light } = photo ? await lookAt(photo) : { move: 'push-in' as const, light: 'warm' as const };
  const words = phrases[languageIn(instruction)] as Phrases;
  const wantsSound = /\bsound\b/i.test(instruction) && !/\bno sound\b|without sound|\bsilent\b/i.test(instruction);
  return [words[move], words[light], ...(wantsSound ? [words.sound] : [])].join(' ');
}

/**
 * Returns the language named after "in": "Write in German", "answer in Traditional Chinese". Tries longer names first; the default is
 * English.
 */
export function languageIn(instruction: string): string {
  const named = Object.keys(phrases)
    .sort((a, b) => b.length - a.length)
    .find((language) => new RegExp(`\\bin (?:\\w+ )?${language}\\b`, 'i').test(instruction));
  return named ?? 'English';
}

async function lookAt(photo: Buffer): Promise<{ move: CameraMove; light: Light }> {
  const upright = sharp(photo, { limitInputPixels: pixelsMax }).autoOrient();
  const { autoOrient } = await upright.metadata();
  const sample = await upright
    .resize(sampleSide, sampleSide, { fit: 'fill' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const half = (left: number): Promise<Stats> =>
    sharp(sample)
      .extract({ left, top: 0, width: sampleSide / 2, height: sampleSide })
      .toBuffer()
      .then((piece) => sharp(piece).stats());
  const [left, right, whole] = await Promise.all([half(0), half(sampleSide / 2), sharp(sample).stats()]);
  return { move: moveFor(autoOrient, busyness(right) >= busyness(left)), light: lightOf(whole) };
}

/** Moves towards the side with more detail. */
function moveFor({ width, height }: { width: number; height: number }, isBusierRight: boolean): CameraMove {
  if (width > height * clearlyLonger) return isBusierRight ? 'glide-right' : 'glide-left';
  return height > width * clearlyLonger ? 'rise' : 'push-in';
}

const busyness = ({ channels }: Stats): number => channels.reduce((sum, { stdev }) => sum + stdev, 0);

function lightOf({ channels }: Stats): Light {
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  if (0.2126 * red + 0.7152 * green + 0.0722 * blue < darkBelow) return 'dark';
  return red >= blue ? 'warm' : 'cool';
}
