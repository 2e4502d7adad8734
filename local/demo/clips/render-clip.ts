/** Renders one job, from the photo's URL to the finished mp4. */
import { createAmbientPad } from './ambient-pad.ts';
import { cameraMoveFor, holdStill } from './camera-moves.ts';
import { encodeClip, framesPerSecond } from './encode-clip.ts';
import { createFrameSampler } from './frame-sampler.ts';
import { fetchPhoto } from './photo.ts';
import { pictureOf } from './picture.ts';
import type { RenderJob } from './render-job.ts';

/** @throws RenderError if the photo cannot be used. */
export async function renderClip(job: RenderJob, onProgress: (percent: number) => void): Promise<void> {
  const photo = await fetchPhoto(job.photoUrl);
  const isLandscape = job.aspectRatio === 'auto' ? photo.width >= photo.height : job.aspectRatio === '16:9';
  const [width, height] = isLandscape ? [job.longSide, job.shortSide] : [job.shortSide, job.longSide];
  const move = job.isStill ? holdStill : cameraMoveFor(job.prompt, job.seed);
  const [pictureWidth, pictureHeight] = [roundUpToEven(width * move.zoomMax), roundUpToEven(height * move.zoomMax)];
  const sample = createFrameSampler(pictureOf(await photo.cover(pictureWidth, pictureHeight), pictureWidth, pictureHeight), width, height);

  const frameCount = job.seconds * framesPerSecond;
  const firstFrame = sample(move.viewAt(0));
  await encodeClip({
    file: job.file,
    width,
    height,
    frameCount,
    frameAt: (n) => (move === holdStill ? firstFrame : sample(move.viewAt(n / (frameCount - 1)))),
    ...(job.generateAudio && { pad: createAmbientPad(job.seed, job.seconds) }),
    onFrame: (n) => {
      if ((n + 1) % framesPerSecond === 0) onProgress(Math.round((100 * (n + 1)) / frameCount));
    },
  });
}

const roundUpToEven = (pixels: number): number => Math.ceil(pixels / 2) * 2;
