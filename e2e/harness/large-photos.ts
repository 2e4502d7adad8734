/** Photos as a camera makes them: 12 megapixels and 8 MB each. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';

const bytes = 8_300_000;
/** What stands on a card that took one. */
export const largeSize = '4000 × 3000';

/** Makes so many of them within the page, for its picker: they would be a gigabyte on their way. */
export async function makeLargePhotos(page: Page, count: number): Promise<void> {
  const grain = await sharp({
    create: { width: 1600, height: 1200, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: '#888' },
  })
    .png()
    .toBuffer();
  const large = await sharp(grain).resize(4000, 3000).jpeg({ quality: 90 }).toBuffer();
  if (large.length >= bytes) throw new Error(`The photo has ${large.length} bytes`);
  await page.evaluate(
    ({ base64, length, count }) => {
      // Bytes after a picture's end are no part of it.
      const file = new Uint8Array(length);
      file.set(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
      const transfer = new DataTransfer();
      for (let n = 1; n <= count; n++) transfer.items.add(new File([file], `Photo ${n}.jpg`, { type: 'image/jpeg' }));
      Object.assign(window, { large: transfer.files });
    },
    { base64: large.toString('base64'), length: bytes, count },
  );
}

/** Gives those that were made to the page's picker, all at once. */
export async function giveLargePhotos(page: Page): Promise<void> {
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
    if (!input) throw new Error('no input');
    input.files = (window as unknown as { large: FileList }).large;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}
