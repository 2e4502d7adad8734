import { useLayoutEffect, useRef, useState } from 'react';

/** `onChange` is called after this number of milliseconds without a new letter. */
const pauseMs = 250;

/** Contains one function for each field with a typed text. The function calls `onChange` of this field. */
const pending = new Set<() => void>();

/** These events can start an action of the user, or end the page. Before these events, `onChange` must be called with the complete text. */
const events = ['pointerdown', 'click', 'drop', 'focusout', 'visibilitychange', 'pagehide'];

function callAllPending(): void {
  for (const callOnChange of [...pending]) callOnChange();
}

/** Enter, Tab and shortcuts can start an action. Other keys only change the text. */
function callBeforeAction({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (ctrlKey || metaKey || altKey || key === 'Enter' || key === 'Tab' || key === 'Escape') callAllPending();
}

function addPending(callOnChange: () => void): void {
  if (pending.size === 0) {
    for (const event of events) window.addEventListener(event, callAllPending, true);
    window.addEventListener('keydown', callBeforeAction, true);
  }
  pending.add(callOnChange);
}

function removePending(callOnChange: () => void): void {
  if (!pending.delete(callOnChange) || pending.size > 0) return;
  for (const event of events) window.removeEventListener(event, callAllPending, true);
  window.removeEventListener('keydown', callBeforeAction, true);
}

type Pending = { valueBefore: string; callOnChange: () => void; timer: ReturnType<typeof setTimeout> };

/**
 * Keeps the text of a field while the user types, and calls `onChange` after a pause. So a letter changes only this field and not the whole
 * page. Before an action of the user, `onChange` is called immediately. A new `value` from the parent component replaces the typed text.
 */
export function useTypedText(value: string, onChange: (text: string) => void): { text: string; type: (text: string) => void } {
  const [shown, setShown] = useState<{ text: string; valueBefore: string }>();
  const waiting = useRef<Pending>(undefined);

  const forget = () => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    removePending(waiting.current.callOnChange);
    waiting.current = undefined;
  };
  const type = (text: string) => {
    forget();
    const callOnChange = () => {
      forget();
      setShown(undefined);
      onChange(text);
    };
    waiting.current = { valueBefore: value, callOnChange, timer: setTimeout(callOnChange, pauseMs) };
    addPending(callOnChange);
    setShown({ text, valueBefore: value });
  };

  const isReplaced = shown !== undefined && shown.valueBefore !== value;
  if (isReplaced) setShown(undefined);
  useLayoutEffect(() => {
    if (waiting.current?.valueBefore !== value) forget();
  });
  // A field that is removed, for example by scrolling, must not lose its text.
  useLayoutEffect(() => () => waiting.current?.callOnChange(), []);

  return { text: shown && !isReplaced ? shown.text : value, type };
}
