/** Number of characters before the extension that stay visible, because they often contain the number of the photo. */
const stemEndLength = 3;
/** Maximum length of an extension. A longer text after the last dot is part of the name, such as in 'Version 2.final cut'. */
const extensionLengthMax = 5;
/** Minimum length of the part that may be shortened. An ellipsis would need as much space as a shorter part. */
const startLengthMin = 3;

/** Divides a file name into two parts. The start may be shortened. The end (the last characters and the extension) stays visible. */
export function splitFileName(name: string): { start: string; end: string } {
  const characters = [...name];
  const dot = characters.lastIndexOf('.');
  const extensionLength = dot > 0 && characters.length - dot <= extensionLengthMax ? characters.length - dot : 0;
  const startLength = characters.length - extensionLength - stemEndLength;
  if (startLength < startLengthMin) return { start: name, end: '' };
  return { start: characters.slice(0, startLength).join(''), end: characters.slice(startLength).join('') };
}

/**
 * A file name in one line. If the space is too small, an ellipsis replaces the middle, so that the number and the extension stay visible.
 */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  const { start, end } = splitFileName(name);
  return (
    <span title={name} className={`relative flex min-w-0 ${className}`}>
      {/* Screen readers would read the two visible parts as two texts. */}
      <span className="sr-only">{name}</span>
      <span aria-hidden className="truncate whitespace-pre">
        {start}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre">
        {end}
      </span>
    </span>
  );
}
