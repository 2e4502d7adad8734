import { Tooltip as Radix } from 'radix-ui';
import { type ReactElement, useRef, useState } from 'react';

/** After a click, the clicked control shows no tooltip during this time, unless the pointer leaves and enters the control again. */
const quietMs = 10_000;

/**
 * Shows a text about a control on hover and keyboard focus, but not on touch or after a click. Without a text, it renders only the
 * control.
 */
export function Tooltip({ text, children }: { text: string | undefined; children: ReactElement }) {
  // The text of the open tooltip. The tooltip closes if `text` changes.
  const [shownText, setShownText] = useState<string>();
  const trigger = useRef<HTMLButtonElement>(null);
  const lastClickMs = useRef(Number.NEGATIVE_INFINITY);

  const hideAfterClick = () => {
    lastClickMs.current = performance.now();
    setShownText(undefined);
  };
  const handleOpenChange = (isOpen: boolean) => {
    const isQuiet = performance.now() - lastClickMs.current < quietMs;
    const isAllowed = window.matchMedia('(hover: hover)').matches || trigger.current?.matches(':focus-visible');
    setShownText(isOpen && !isQuiet && isAllowed === true ? text : undefined);
  };

  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root open={shownText !== undefined && shownText === text} onOpenChange={handleOpenChange}>
        <Radix.Trigger
          asChild
          ref={trigger}
          onClick={hideAfterClick}
          onPointerEnter={() => {
            lastClickMs.current = Number.NEGATIVE_INFINITY;
          }}
        >
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-72 animate-rise rounded-md bg-ink px-3 py-2 text-sm text-paper shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
