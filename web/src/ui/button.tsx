import type { ComponentProps } from 'react';

export type ButtonKind = 'primary' | 'secondary' | 'quiet';
export type ButtonSize = 'small' | 'medium' | 'large';

const kinds: Record<ButtonKind, string> = {
  primary:
    'bg-accent text-on-accent not-aria-disabled:not-disabled:hover:bg-accent-strong disabled:bg-sand disabled:text-muted aria-disabled:bg-sand aria-disabled:text-muted',
  secondary:
    'border border-line-strong bg-surface text-ink not-aria-disabled:not-disabled:hover:border-ink not-aria-disabled:not-disabled:hover:bg-sand disabled:border-line disabled:text-muted aria-disabled:border-line aria-disabled:text-muted',
  quiet: 'text-ink not-aria-disabled:not-disabled:hover:bg-sand disabled:text-muted aria-disabled:text-muted',
};
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 gap-1.5 px-3 text-sm',
  medium: 'min-h-11 gap-2 px-4 text-sm',
  large: 'min-h-13 gap-2 px-6 text-base',
};

/** The classes of a button, for links that look like one. */
export const buttonClass = (kind: ButtonKind, size: ButtonSize = 'medium'): string =>
  `inline-flex items-center justify-center rounded-md font-semibold whitespace-nowrap [&>svg]:shrink-0 transition-colors duration-150 ${kinds[kind]} ${sizes[size]}`;

type Props = ComponentProps<'button'> & { kind?: ButtonKind; size?: ButtonSize };

export function Button({ kind = 'secondary', size = 'medium', className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${buttonClass(kind, size)} ${className}`} {...rest} />;
}

/** A square button with only an icon; the label is its accessible name. */
export function IconButton({ label, className = '', type = 'button', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      className={`inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors not-aria-disabled:not-disabled:hover:bg-sand not-aria-disabled:not-disabled:hover:text-ink aria-disabled:opacity-50 disabled:opacity-50 ${className}`}
      {...rest}
    />
  );
}
