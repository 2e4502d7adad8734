import { Tooltip as Radix } from 'radix-ui';
import { type ReactElement, useEffect, useRef, useState } from 'react';

/** Time after a click in which the clicked control shows no tooltip, unless the pointer returns to it. */
const quietMs = 10_000;

/**
 * Shows a text about a control on hover and keyboard focus, but not on touch or after a click. Without a text, it renders only the
 * control.
 */
export function Tooltip({ text, children }: { text: string | undefined; children: ReactElement }) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  // The user did not request the new text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tooltip closes when the text changes.
  useEffect(() => {
    setOpen(false);
  }, [text]);

  const press = () => {
    pressedAt.current = performance.now();
    setOpen(false);
  };
  const ask = (wanted: boolean) => {
    const isQuiet = performance.now() - pressedAt.current < quietMs;
    const isMeant = window.matchMedia('(hover: hover)').matches || trigger.current?.matches(':focus-visible');
    setOpen(wanted && text !== undefined && !isQuiet && isMeant === true);
  };

  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root open={open && text !== undefined} onOpenChange={ask}>
        <Radix.Trigger
          asChild
          ref={trigger}
          onClick={press}
          onPointerEnter={() => {
            pressedAt.current = Number.NEGATIVE_INFINITY;
          }}
        >
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-72 animate-rise rounded-md bg-ink px-3 py-2 text-xs text-paper shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
