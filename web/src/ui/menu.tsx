import { Check, Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, Fragment, type PointerEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { OpenLayer } from './open-layers.tsx';
import { useModalElement } from './use-modal.ts';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  /** A price, at the end of the line. */
  price?: ReactNode;
  /** A short text in grey, at the end of the line. */
  remark?: ReactNode;
  /** The reason why the item is disabled, below the label. It replaces the remark. The keyboard can still focus the item. */
  disabled?: string | undefined;
  /** Whether the action deletes or ends something. */
  danger?: boolean;
  /**
   * Whether the item is on. Undefined if the item cannot be switched on and off. The menu stays open after a click on an item that can be
   * switched.
   */
  checked?: boolean;
  onSelect: () => void;
};

type Props = {
  /** Accessible name, and the heading if `hasTitle`. */
  label: string;
  hasTitle?: boolean;
  items: readonly (MenuItem | 'separator')[];
  /** The button that opens the menu. By default, the button has three dots. It must accept a ref. */
  trigger?: ReactElement;
  /** Classes of the three dots. */
  className?: string;
  align?: 'start' | 'end';
};

const isPhone = (): boolean => window.matchMedia('(width < 44rem)').matches;

/** A menu with a list of actions. On phones, the list is above the bottom bar and has the full width. */
export function Menu({ label, hasTitle = false, items, trigger, className, align = 'end' }: Props) {
  const modal = useModalElement();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const startClick = (event: PointerEvent) => {
    wasOpen.current = isOpen;
    if (isPhone()) event.preventDefault();
  };
  return (
    // Not modal, because a modal menu locks scrolling with a style element, and the content security policy blocks style elements.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      {/* On phones, the list can cover the button. So the list opens after the click, because otherwise the click would select an item. */}
      <DropdownMenu.Trigger asChild onPointerDown={startClick} onClick={() => isPhone() && setOpen(!wasOpen.current)}>
        {trigger ?? <MoreButton label={label} className={className} />}
      </DropdownMenu.Trigger>
      {/* The dialog element already exists before the user can open the menu. */}
      <DropdownMenu.Portal container={modal?.current}>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="menu-list z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-64 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          <OpenLayer />
          {hasTitle && <DropdownMenu.Label className="px-3 pt-1.5 pb-1 font-display text-xl font-semibold">{label}</DropdownMenu.Label>}
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no other key, and the order of an open menu does not change.
            <Fragment key={index}>
              {item === 'separator' ? <DropdownMenu.Separator className="mx-1 my-1.5 h-px bg-line" /> : <Item item={item} />}
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ item: { label, icon, price, remark, disabled, danger = false, checked, onSelect } }: { item: MenuItem }) {
  const isActive = disabled === undefined;
  const isChoice = checked !== undefined;
  const Line = isChoice ? DropdownMenu.CheckboxItem : DropdownMenu.Item;
  return (
    <Line
      textValue={label}
      aria-disabled={!isActive}
      {...(isChoice && { checked })}
      onSelect={(event) => {
        if (!isActive || isChoice) event.preventDefault();
        if (isActive) onSelect();
      }}
      className={`flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 py-1.5 outline-none select-none data-highlighted:bg-sand aria-disabled:cursor-not-allowed aria-disabled:text-muted [&>svg]:size-4 [&>svg]:shrink-0 ${danger && isActive ? 'text-danger' : ''}`}
    >
      {icon}
      <span className="min-w-0 flex-1">
        {label}
        {/* A reason is a sentence, so it has its own line. */}
        {!isActive && <span className="block max-w-72 text-sm">{disabled}</span>}
      </span>
      {isChoice && (
        <span className="grid size-5 shrink-0 place-items-center">
          {checked && <Check aria-hidden className="size-5 text-accent-text" />}
        </span>
      )}
      {isActive && price !== undefined && <span className="money ms-4 font-semibold text-brass">{price}</span>}
      {isActive && remark !== undefined && <span className="ms-4 max-w-48 text-end text-sm text-muted">{remark}</span>}
    </Line>
  );
}

/** Three dots that open a menu. */
const MoreButton = (props: ComponentProps<typeof IconButton>) => (
  <IconButton {...props}>
    <Ellipsis aria-hidden className="size-5" />
  </IconButton>
);
