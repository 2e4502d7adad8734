/** A file that a visitor checks may have the slight grey waves of JPEG at its border. A file that we deliver must not have them. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { measureImage } from '#lambdas/media/probe/measure-image.ts';

const side = 200;
const product = { input: { create: { width: 100, height: 100, channels: 3, background: '#336699' } }, left: 50, top: 50 } as const;

/** @param share the share of the top line that has the value `grey`. */
const picture = (share: number, grey: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .composite([
      product,
      {
        input: {
          create: { width: Math.round(side * share), height: 1, channels: 3, background: { r: grey, g: grey, b: grey } },
        },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer();

test.each([
  [0.5, 251, false, true],
  [0.5, 249, false, false],
  [0.5, 254, true, true],
])(
  'a border in which the share %d has the grey value %d counts as white: %s if we deliver the file, %s if we check it',
  async (share, grey, exact, waves) => {
    const bytes = await picture(share, grey);
    expect((await measureImage(bytes)).whiteBackground).toBe(exact);
    expect((await measureImage(bytes, 'waves')).whiteBackground).toBe(waves);
  },
);
