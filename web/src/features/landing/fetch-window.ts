import { preload } from 'react-dom';
import { paneSizes, paneSources, samplesInOrder } from './samples.ts';

/** Photos of the window that a phone shows without scrolling. */
const shownFirst = 2;

/** Fetches the first photos of the shop window immediately, in parallel with the texts. The page waits for the texts. */
export function fetchWindow(): void {
  for (const sample of samplesInOrder.slice(0, shownFirst))
    preload(sample.photo, { as: 'image', imageSrcSet: paneSources(sample), imageSizes: paneSizes, fetchPriority: 'high' });
}
