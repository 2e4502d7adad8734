import { useLayoutEffect, useRef, useState } from 'react';

/** The typed text is passed on after this number of milliseconds without a new letter. */
const pauseMs = 250;

/** For each field with a typed text, the function that passes on its text. */
const pending = new Set<() => void>();

/** These events can start an action of the user, or end the page. Before them, the text must be passed on completely. */
const events = ['pointerdown', 'click', 'drop', 'focusout', 'visibilitychange', 'pagehide'];

function passOnAll(): void {
  for (const passOn of [...pending]) passOn();
}

/** Enter, Tab and shortcuts can start an action. Other keys only change the text. */
function passOnBeforeAction({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (ctrlKey || metaKey || altKey || key === 'Enter' || key === 'Tab' || key === 'Escape') passOnAll();
}

function addPending(passOn: () => void): void {
  if (pending.size === 0) {
    for (const event of events) window.addEventListener(event, passOnAll, true);
    window.addEventListener('keydown', passOnBeforeAction, true);
  }
  pending.add(passOn);
}

function removePending(passOn: () => void): void {
  if (!pending.delete(passOn) || pending.size > 0) return;
  for (const event of events) window.removeEventListener(event, passOnAll, true);
  window.removeEventListener('keydown', passOnBeforeAction, true);
}

type Pending = { valueBefore: string; passOn: () => void; timer: ReturnType<typeof setTimeout> };

/**
 * Keeps the text of a field while the user types, and passes it on after a pause. So a letter changes only its field and not the whole
 * page. An action of the user passes the text on immediately. A change of `value` from outside replaces the typed text.
 */
export function useTypedText(value: string, onChange: (text: string) => void): { text: string; type: (text: string) => void } {
  const [shown, setShown] = useState<{ text: string; valueBefore: string }>();
  const waiting = useRef<Pending>(undefined);

  const forget = () => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    removePending(waiting.current.passOn);
    waiting.current = undefined;
  };
  const type = (text: string) => {
    forget();
    const passOn = () => {
      forget();
      setShown(undefined);
      onChange(text);
    };
    waiting.current = { valueBefore: value, passOn, timer: setTimeout(passOn, pauseMs) };
    addPending(passOn);
    setShown({ text, valueBefore: value });
  };

  const isReplaced = shown !== undefined && shown.valueBefore !== value;
  if (isReplaced) setShown(undefined);
  useLayoutEffect(() => {
    if (waiting.current?.valueBefore !== value) forget();
  });
  // A field that is removed, for example by scrolling, must not lose its text.
  useLayoutEffect(() => () => waiting.current?.passOn(), []);

  return { text: shown && !isReplaced ? shown.text : value, type };
}
