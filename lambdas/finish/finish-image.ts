/** Makes an image that a marketplace accepts. Runs the steps of a plan, measures the file, and compares it with the rules again. */
import type { Sharp } from 'sharp';
import { check } from '#shared/marketplaces/check.ts';
import { type ImageStep, type Plan, type Refusal, refuse } from '#shared/marketplaces/plan.ts';
import type { ImageProbe } from '#shared/marketplaces/probe.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import type { Size } from '#shared/size.ts';
import { measureImage } from '../media/probe/measure-image.ts';
import { fromPixels, openPicture } from '../platform/picture.ts';
import { dropShadow } from './drop-shadow.ts';

type FinishedImage = { bytes: Buffer; probe: ImageProbe };

const white = '#ffffff';
const rgba = 4;
type Raw = Size & { data: Buffer };
type StepOf<Kind extends ImageStep['kind']> = Extract<ImageStep, { kind: Kind }>;

/**
 * @param image the delivered image.
 * @returns the file and its properties, or a refusal with the rule that the file does not satisfy.
 */
export async function finishImage(
  image: Buffer,
  { steps: planSteps, result }: Plan,
  placement: Placement,
): Promise<FinishedImage | Refusal> {
  const steps = planSteps as ImageStep[];
  const { aiMade } = result as ImageProbe;
  if (steps.length === 0) return verify(image, placement, aiMade);
  let raw = await decode(image);
  for (const step of steps) raw = await apply(raw, step);
  const encode = steps.find((step): step is StepOf<'encode'> => step.kind === 'encode');
  if (!encode) throw new Error('A plan with steps has an encode step');
  const file = await encodeWithin(raw, encode);
  if (!file) {
    const rule = placement.rules.find(({ field, severity }) => field === 'bytes' && severity === 'refused');
    return rule ? refuse('bitrateTooLow', rule) : { kind: 'refusal', reason: 'bitrateTooLow', field: 'bytes' };
  }
  return verify(file, placement, aiMade);
}

/** Decodes to upright pixels in sRGB. */
async function decode(image: Buffer): Promise<Raw> {
  return rawOf(openPicture(image).autoOrient().toColourspace('srgb').ensureAlpha());
}

async function rawOf(picture: Sharp): Promise<Raw> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const toPicture = ({ data, width, height }: Raw): Sharp => fromPixels(data, { width, height, channels: rgba });

async function apply(raw: Raw, step: ImageStep): Promise<Raw> {
  switch (step.kind) {
    case 'crop':
      return rawOf(toPicture(raw).extract(step.window));
    case 'place':
      return place(raw, step);
    case 'resize':
      return rawOf(toPicture(raw).resize({ ...step.size, fit: 'fill', kernel: 'lanczos3' }));
    case 'removeAlpha':
      return flatten(raw);
    // Decoding has already rotated the pixels and converted the colours.
    case 'bakeOrientation':
    case 'convertColour':
    case 'encode':
      return raw;
  }
}

const flatten = (raw: Raw): Promise<Raw> => rawOf(toPicture(raw).flatten({ background: white }).ensureAlpha());

/** Places the image on a white canvas. The parts outside the canvas contain no product, because the plan knows the box of the product. */
async function place(raw: Raw, { canvas, left, top, shadow }: StepOf<'place'>): Promise<Raw> {
  const flat = await flatten(raw);
  const source = shadow === 'drop' ? dropShadow(flat) : flat;
  const visible = {
    left: Math.max(0, -left),
    top: Math.max(0, -top),
    width: Math.min(source.width, canvas.width - left) - Math.max(0, -left),
    height: Math.min(source.height, canvas.height - top) - Math.max(0, -top),
  };
  const part = await rawOf(toPicture(source).extract(visible));
  const [before, above] = [Math.max(0, left), Math.max(0, top)];
  return rawOf(
    toPicture(part).extend({
      left: before,
      top: above,
      right: canvas.width - before - visible.width,
      bottom: canvas.height - above - visible.height,
      background: { r: 255, g: 255, b: 255, alpha: 1 },
    }),
  );
}

/** Searches the highest quality whose file is not larger than the limit. Returns undefined if no quality is small enough. */
async function encodeWithin(
  raw: Raw,
  { format, qualityMin, qualityMax, bytesMax = Infinity }: StepOf<'encode'>,
): Promise<Buffer | undefined> {
  if (format === 'png') {
    const file = await toPicture(raw).png({ compressionLevel: 9 }).toBuffer();
    return file.length <= bytesMax ? file : undefined;
  }
  const flat = toPicture(raw).flatten({ background: white });
  const encode = (quality: number) => flat.clone().jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
  const best = await encode(qualityMax);
  if (best.length <= bytesMax) return best;
  let fitting: Buffer | undefined;
  for (let [low, high] = [qualityMin, qualityMax - 1]; low <= high; ) {
    const quality = Math.floor((low + high) / 2);
    const file = await encode(quality);
    if (file.length <= bytesMax) {
      fitting = file;
      low = quality + 1;
    } else high = quality - 1;
  }
  return fitting;
}

async function verify(bytes: Buffer, placement: Placement, aiMade: boolean | undefined): Promise<FinishedImage | Refusal> {
  const probe: ImageProbe = { ...(await measureImage(bytes)), ...(aiMade !== undefined && { aiMade }) };
  const refused = check(probe, placement).find(({ state }) => state === 'refused');
  return refused?.rule ? refuse('notRepairable', refused.rule, refused.value) : { bytes, probe };
}
