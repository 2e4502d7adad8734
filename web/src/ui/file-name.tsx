import { useLayoutEffect, useRef, useState } from 'react';

/** Number of characters at the end of a name that stay visible, because they often contain the number of the photo. */
const endLength = 3;
/** Maximum length of an extension. A longer text after the last dot is part of the name, such as in 'Version 2.final cut'. */
const extensionLengthMax = 5;

/** Returns the name without its extension. */
function stemOf(characters: readonly string[]): readonly string[] {
  const dot = characters.lastIndexOf('.');
  return dot > 0 && characters.length - dot <= extensionLengthMax ? characters.slice(0, dot) : characters;
}

/**
 * Shortens a file name. First removes the extension, because all photos of a seller often have the same one. Then replaces the middle by
 * an ellipsis.
 *
 * @param width the available width.
 * @param measure returns the width of a text, in the same unit.
 */
export function shortenFileName(name: string, width: number, measure: (text: string) => number): string {
  if (measure(name) <= width) return name;
  const stem = stemOf([...name]);
  if (measure(stem.join('')) <= width) return stem.join('');
  const end = stem.slice(-endLength).join('');
  const shorten = (startLength: number) => `${stem.slice(0, startLength).join('').trimEnd()}…${end}`;
  let shortest = 1;
  let longest = Math.max(1, stem.length - endLength - 1);
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (measure(shorten(middle)) <= width) shortest = middle;
    else longest = middle - 1;
  }
  return shorten(shortest);
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Measures texts in the font of an element. Undefined if the browser has no canvas. */
function measureIn(element: Element): ((text: string) => number) | undefined {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  const context = canvas;
  context.font = getComputedStyle(element).font;
  return (text) => context.measureText(text).width;
}

/**
 * A file name in one line. If the space is too small, the extension disappears, and then an ellipsis replaces the middle, so that the
 * number at the end stays visible.
 */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(name);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const shorten = () => {
      const measure = measureIn(box);
      // Half a pixel is less than the rounding of the layout.
      setShown(measure ? shortenFileName(name, box.clientWidth + 0.5, measure) : name);
    };
    const watcher = new ResizeObserver(shorten);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [name]);
  const isShortened = shown !== name;
  return (
    <span ref={element} title={name} className={`relative block min-w-0 ${className}`}>
      {/* The whole name gives the element its width, and screen readers read it. */}
      <span className={`block truncate ${isShortened ? 'opacity-0' : ''}`}>{name}</span>
      {isShortened && (
        <span aria-hidden className="absolute inset-0 overflow-hidden whitespace-pre">
          {shown}
        </span>
      )}
    </span>
  );
}
