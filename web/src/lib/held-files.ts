/** Keeps files that a user drops or pastes before the app has started. Repeats the event as soon as the app can use the files. */

type FileEvent = DragEvent | ClipboardEvent;

/** The data of a drop or a paste. A script can read the files and folders only during the event. */
export type HeldFiles = { type: string; target: EventTarget | null; files: File[]; entries: (FileSystemEntry | null)[] };

const transferOf = (event: FileEvent): DataTransfer | null => ('dataTransfer' in event ? event.dataTransfer : event.clipboardData);

export const hasFiles = (event: FileEvent): boolean => transferOf(event)?.types.includes('Files') ?? false;

/** Reads the files of a drop or a paste, and stops the event. Returns undefined for an event without files. */
export function holdFiles(event: FileEvent): HeldFiles | undefined {
  const transfer = transferOf(event);
  if (!transfer || !hasFiles(event)) return undefined;
  event.preventDefault();
  event.stopPropagation();
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  return { type: event.type, target: event.target, files: [...transfer.files], entries: items.map((item) => item.webkitGetAsEntry()) };
}

/** Sends the event again to the element that received it, or to the page if this element was removed. */
export function repeatFiles({ type, target, files, entries }: HeldFiles): void {
  const event = new (type === 'paste' ? ClipboardEvent : DragEvent)(type, { bubbles: true, cancelable: true });
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  // A script cannot put folders into a real DataTransfer.
  Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: { types: ['Files'], files, items } });
  const isShown = target instanceof Node && target.isConnected;
  (isShown ? target : document.body).dispatchEvent(event);
}
