/** Keys of the review. */

export type ReviewCommand = 'previous' | 'next' | 'play' | 'keep' | 'redo' | 'download' | 'prompt';

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'target'>;

const arrows: Record<string, ReviewCommand> = { ArrowLeft: 'previous', ArrowRight: 'next' };
const letters: Record<string, ReviewCommand> = { k: 'keep', r: 'redo', d: 'download', e: 'prompt' };

/** Fields and lists in which letters have another meaning. The film strip is a list without such a meaning. */
const typingPlaces =
  'textarea, select, input:not([type=range], [type=checkbox], [type=radio]), [contenteditable=true], [role=menu], [role=combobox], [role=listbox]:not([data-film])';
const arrowPlaces = `${typingPlaces}, input, [role=radiogroup], [role=tablist]`;
const spacePlaces = `${typingPlaces}, input, button, a[href], summary`;

const isIn = (target: EventTarget | null, places: string): boolean => target instanceof Element && target.closest(places) !== null;

export const isTyping = (target: EventTarget | null): boolean => isIn(target, typingPlaces);

/** On a keyboard without Latin letters, the position of the key counts. */
const letterOf = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '');

/**
 * Returns the command of a key. With `shortcuts`, single letters are commands too, unless a field has the focus. A held key repeats
 * only the arrows: it must not order several redos.
 */
export function commandOf(press: KeyPress, shortcuts: boolean): ReviewCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return undefined;
  if (press.key in arrows) return isIn(press.target, arrowPlaces) ? undefined : arrows[press.key];
  if (press.repeat) return undefined;
  if (press.key === ' ') return isIn(press.target, spacePlaces) ? undefined : 'play';
  return shortcuts && !isTyping(press.target) ? letters[letterOf(press)] : undefined;
}
