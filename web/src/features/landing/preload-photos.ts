import { preload } from 'react-dom';
import { paneSizes, paneSources, samplesInOrder } from './samples.ts';

/** Number of photos that a phone shows without scrolling. */
const shownFirst = 2;

/** Loads the first photos of the landing page immediately, in parallel with the texts. The page waits for the texts. */
export function preloadPhotos(): void {
  for (const sample of samplesInOrder.slice(0, shownFirst))
    preload(sample.photo, { as: 'image', imageSrcSet: paneSources(sample), imageSizes: paneSizes, fetchPriority: 'low' });
}
