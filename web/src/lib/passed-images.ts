/**
 * Delivered images and photos of products that one page of the app passes to another page. That page uses them as photos. The files stay on
 * the server.
 */

export type PassedImage = {
  /** Key of the image in storage. */
  resultKey: string;
  title: string;
  /** Address that shows the image. */
  src: string;
};

/** Maximum number of images that wait for a page. The limit is needed because a user may never open that page. */
const waitingMax = 100;
const waitingImages = new Map<string, PassedImage[]>();

/** @param path the page that gets the image when a user opens it. */
export function passImage(path: string, image: PassedImage): void {
  waitingImages.set(path, [...(waitingImages.get(path) ?? []), image].slice(-waitingMax));
}

/** Returns the images for a page, and removes them from the list. */
export function takePassedImages(path: string): PassedImage[] {
  const images = waitingImages.get(path) ?? [];
  waitingImages.delete(path);
  return images;
}
