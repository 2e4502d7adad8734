/** Measures a file in the browser, so that the page can show first results before the upload ends. */
import type { Probe } from '#shared/marketplaces/probe.ts';
import { firstBytesLength, sniffImageType } from '#shared/upload/image-file.ts';

const metadataMsMax = 10_000;

const formats = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif', 'image/avif': 'avif' } as const;

/** Returns undefined for a file that the browser cannot read. Perhaps the server can read it. */
export async function measureLocally(file: File, signal: AbortSignal): Promise<Probe | undefined> {
  const type = sniffImageType(new Uint8Array(await file.slice(0, firstBytesLength).arrayBuffer()));
  return type ? measureImage(file, type) : measureVideo(file, signal);
}

async function measureImage(file: File, type: keyof typeof formats): Promise<Probe | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const { width, height } = bitmap;
  bitmap.close();
  return { kind: 'image', format: formats[type], width, height, bytes: file.size };
}

function measureVideo(file: File, signal: AbortSignal): Promise<Probe | undefined> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  return new Promise<Probe | undefined>((resolve) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(metadataMsMax)]);
    limit.addEventListener('abort', () => resolve(undefined), { once: true });
    video.onerror = () => resolve(undefined);
    video.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height, duration: seconds } = video;
      resolve(width > 0 ? { kind: 'video', width, height, bytes: file.size, seconds } : undefined);
    };
    video.preload = 'metadata';
    video.src = address;
  }).finally(() => {
    video.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}
