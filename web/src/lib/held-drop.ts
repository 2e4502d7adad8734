/** Stores files that are dropped before the page is ready, and repeats the drop when the page can use the files. */

/** The data of a stored drop. A script can read the files and folders of a drop only during its event. */
export type HeldDrop = { target: EventTarget | null; files: File[]; entries: (FileSystemEntry | null)[] };

export const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Reads a drop of files, and stops the event. Returns undefined for a drop without files. */
export function holdDrop(event: DragEvent): HeldDrop | undefined {
  const transfer = event.dataTransfer;
  if (!transfer || !hasFiles(event)) return undefined;
  event.preventDefault();
  event.stopPropagation();
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  return { target: event.target, files: [...transfer.files], entries: items.map((item) => item.webkitGetAsEntry()) };
}

/** Sends the drop again to the element that received it, or to the page if this element was removed. */
export function repeatDrop({ target, files, entries }: HeldDrop): void {
  const event = new DragEvent('drop', { bubbles: true, cancelable: true });
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  // A script cannot put folders into a real DataTransfer.
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files, items } });
  const isShown = target instanceof Node && target.isConnected;
  (isShown ? target : document.body).dispatchEvent(event);
}
