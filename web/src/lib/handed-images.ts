/** Delivered images that one page hands to another, which uses them as photos. The files stay on the server. */

export type HandedImage = {
  /** Key of the delivered image in storage. */
  resultKey: string;
  title: string;
  /** Address that shows the image. */
  src: string;
};

/** A page that never takes its images must not collect them without a limit. */
const waitingMax = 50;
const waiting = new Map<string, HandedImage[]>();

/** @param path the page that takes the image when it opens. */
export function handImage(path: string, image: HandedImage): void {
  waiting.set(path, [...(waiting.get(path) ?? []), image].slice(-waitingMax));
}

/** Returns the images for a page once. */
export function takeHandedImages(path: string): HandedImage[] {
  const images = waiting.get(path) ?? [];
  waiting.delete(path);
  return images;
}
