/** The keyboard shortcuts of the review. */

export type ReviewCommand = 'previous' | 'next' | 'play' | 'keep' | 'redo' | 'download' | 'prompt';

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'repeat' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'target'>;

const arrows: Record<string, ReviewCommand> = { ArrowLeft: 'previous', ArrowRight: 'next' };
const letters: Record<string, ReviewCommand> = { k: 'keep', r: 'redo', d: 'download', e: 'prompt' };

/**
 * Selects fields and lists in which letters have another meaning. The film strip is excluded: it is a list, but letters have no meaning
 * there.
 */
const typingSelector =
  'textarea, select, input:not([type=range], [type=checkbox], [type=radio]), [contenteditable=true], [role=menu], [role=combobox], [role=listbox]:not([data-film])';
const arrowSelector = `${typingSelector}, input, [role=radiogroup], [role=tablist]`;
const spaceSelector = `${typingSelector}, input, button, a[href], summary`;

const isIn = (target: EventTarget | null, selector: string): boolean => target instanceof Element && target.closest(selector) !== null;

export const isTyping = (target: EventTarget | null): boolean => isIn(target, typingSelector);

/** Returns the letter of a key. On a keyboard without Latin letters, the position of the key determines the letter. */
const letterOf = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '');

/**
 * Returns the command of a key. If `shortcuts` is true, single letters are also commands, unless a field has the focus. A key that is held
 * down repeats only the commands of the arrows, because it must not order several redos.
 */
export function commandOf(event: KeyPress, shortcuts: boolean): ReviewCommand | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.key in arrows) return isIn(event.target, arrowSelector) ? undefined : arrows[event.key];
  if (event.repeat) return undefined;
  if (event.key === ' ') return isIn(event.target, spaceSelector) ? undefined : 'play';
  return shortcuts && !isTyping(event.target) ? letters[letterOf(event)] : undefined;
}
