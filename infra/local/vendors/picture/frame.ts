/** How a picture comes into a frame of another shape. */
import { copyOf, over, type Picture, pictureOf, sharpOf } from './picture.ts';

type Size = { width: number; height: number };

/** The whole picture, as large as fits, in the middle of an empty frame. */
export async function placed(picture: Picture, { width, height }: Size): Promise<Picture> {
  return pictureOf(sharpOf(picture).resize({ width, height, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }));
}

/** The middle of the picture, filling the frame. */
export const covering = (picture: Picture, { width, height }: Size): Promise<Picture> =>
  pictureOf(sharpOf(picture).resize({ width, height, fit: 'cover' }));

/** Fills what is empty around a picture as if it went on there: its edges mirrored, and softer the further out. */
export async function extended(picture: Picture, { width, height }: Size): Promise<Picture> {
  const scale = Math.min(width / picture.width, height / picture.height);
  const inner = { width: Math.min(width, Math.round(picture.width * scale)), height: Math.min(height, Math.round(picture.height * scale)) };
  const fitted = await pictureOf(sharpOf(picture).resize({ ...inner, fit: 'fill' }));
  if (inner.width === width && inner.height === height) return fitted;
  const left = Math.floor((width - inner.width) / 2);
  const top = Math.floor((height - inner.height) / 2);
  const sides = { left, right: width - inner.width - left, top, bottom: height - inner.height - top };
  const continued = await mirroredOut(fitted, sides);
  const soft = await pictureOf(sharpOf(continued).blur(Math.max(2, Math.max(width, height) / 40)));
  return over(withSoftEdge(await placed(fitted, { width, height }), sides), soft);
}

/** More than its own size cannot be mirrored at once. */
async function mirroredOut(picture: Picture, sides: { left: number; right: number; top: number; bottom: number }): Promise<Picture> {
  let current = picture;
  let rest = { ...sides };
  while (Object.values(rest).some((side) => side > 0)) {
    const step = {
      left: Math.min(rest.left, current.width - 1),
      right: Math.min(rest.right, current.width - 1),
      top: Math.min(rest.top, current.height - 1),
      bottom: Math.min(rest.bottom, current.height - 1),
    };
    current = await pictureOf(sharpOf(current).extend({ ...step, extendWith: 'mirror' }));
    rest = {
      left: rest.left - step.left,
      right: rest.right - step.right,
      top: rest.top - step.top,
      bottom: rest.bottom - step.bottom,
    };
  }
  return current;
}

/** Fades the sides where something was added, so that no seam shows. */
function withSoftEdge(picture: Picture, sides: { left: number; right: number; top: number; bottom: number }): Picture {
  const result = copyOf(picture);
  const { rgba, width, height } = result;
  const fade = Math.max(4, Math.round(Math.min(width, height) / 30));
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const distances = [
        sides.left ? x - sides.left : fade,
        sides.right ? width - sides.right - 1 - x : fade,
        sides.top ? y - sides.top : fade,
        sides.bottom ? height - sides.bottom - 1 - y : fade,
      ];
      rgba[at] = rgba[at]! * Math.min(1, Math.max(0, Math.min(...distances) / fade));
    }
  }
  return result;
}

/** Four times as long and as wide, and crisp. */
export const upscaled = ({ width, height, rgba }: Picture, factor: number): Promise<Picture> =>
  pictureOf(
    sharpOf({ width, height, rgba })
      .resize({ width: Math.round(width * factor), height: Math.round(height * factor), kernel: 'lanczos3' })
      .sharpen({ sigma: 1.2 }),
  );
