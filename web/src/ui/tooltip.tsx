import { Tooltip as Radix } from 'radix-ui';
import { type ReactElement, useState } from 'react';

/** Says more about a control on hover and focus. Without a text it is the control alone. */
export function Tooltip({ text, children }: { text: string | undefined; children: ReactElement }) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root open={open && text !== undefined} onOpenChange={setOpen}>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
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
