/** Draws words into a picture. Each letter has five by seven dots, so that a test needs no font. */
import sharp from 'sharp';

const glyphs: Record<string, string> = {
  A: '01110100011000111111100011000110001',
  E: '11111100001000011110100001000011111',
  G: '01110100011000010111100011000101110',
  I: '01110001000010000100001000010001110',
  L: '10000100001000010000100001000011111',
  N: '10001110011010110011100011000110001',
  O: '01110100011000110001100011000101110',
  P: '11110100011000111110100001000010000',
  R: '11110100011000111110101001001010001',
  S: '01111100001000001110000010000111110',
  V: '10001100011000110001100010101000100',
  Y: '10001100010101000100001000010000100',
};
const columns = 5;
const rows = 7;
const gap = 1;

/** Draws the words in black on the lower part of the picture. The words fill most of the width. */
export async function withWords(picture: Buffer, words: string): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const dot = Math.max(1, Math.floor((width * 0.8) / (words.length * (columns + gap))));
  const size = { width: words.length * (columns + gap) * dot, height: rows * dot };
  const rgb = Buffer.alloc(size.width * size.height * 3, 255);
  for (const [position, letter] of [...words].entries()) {
    for (const [dotIndex, bit] of [...(glyphs[letter] ?? '')].entries()) {
      if (bit === '0') continue;
      const [left, top] = [(position * (columns + gap) + (dotIndex % columns)) * dot, Math.floor(dotIndex / columns) * dot];
      for (let y = top; y < top + dot; y++) rgb.fill(0, (y * size.width + left) * 3, (y * size.width + left + dot) * 3);
    }
  }
  const input = await sharp(rgb, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
  const [left, top] = [Math.floor((width - size.width) / 2), Math.floor(height * 0.85)];
  return sharp(picture).composite([{ input, left, top }]).jpeg({ quality: 95 }).toBuffer();
}
