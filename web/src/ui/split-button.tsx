import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = ComponentProps<typeof Button> & {
  /** Accessible name of the arrow and its menu. */
  menuLabel: string;
  hasMenuTitle?: boolean;
  /** A text that describes the main action. */
  tooltip?: string;
  /** Whether the button has the full width of its parent, as in a sheet. */
  isWide?: boolean;
  /** Without items, there is no arrow. */
  items: readonly (MenuItem | 'separator')[];
};

/** A button for a main action, and an arrow that opens a menu with variants of this action. */
export function SplitButton({
  menuLabel,
  hasMenuTitle = false,
  tooltip,
  isWide = false,
  items,
  className = '',
  kind = 'secondary',
  size = 'medium',
  disabled,
  ...rest
}: Props) {
  const hasMenu = items.length > 0;
  return (
    <div className={`min-w-0 ${isWide ? 'flex w-full' : 'inline-flex'} ${className}`}>
      <Tooltip text={tooltip}>
        <Button kind={kind} size={size} disabled={disabled} className={`min-w-0 grow ${hasMenu ? 'rounded-e-none' : ''}`} {...rest} />
      </Tooltip>
      {hasMenu && (
        <Menu
          label={menuLabel}
          hasTitle={hasMenuTitle}
          items={items}
          trigger={
            <Button
              kind={kind}
              size={size}
              disabled={disabled}
              aria-label={menuLabel}
              className={`rounded-s-none px-2.5! ${isWide ? 'min-w-12' : 'touch:min-w-11'} ${kind === 'primary' ? 'border-s border-s-on-accent/30' : 'border-s-0'}`}
            >
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          }
        />
      )}
    </div>
  );
}
