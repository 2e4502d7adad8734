/** Shared helpers for the contract tests of the image adapters. */
import sharp from 'sharp';
import type { Picture } from './image-port.ts';

export async function pictureOf(type: 'jpeg' | 'png' | 'webp', colour = 'teal'): Promise<Picture> {
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
    .toFormat(type)
    .toBuffer();
  return { bytes, contentType: `image/${type}` };
}

/** Returns an error and all its causes as text, as the log shows them. */
export function logged(failure: unknown): string {
  const lines: string[] = [];
  for (let one = failure; one instanceof Error; one = one.cause) lines.push(String(one.stack));
  return lines.join('\n');
}
