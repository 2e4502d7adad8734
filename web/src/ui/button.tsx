import type { ComponentProps, ReactNode } from 'react';

/** Use `bench` and `brass` on the dark bars. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'accent' | 'danger' | 'bench' | 'brass';
export type ButtonSize = 'small' | 'medium' | 'large';

const kinds: Record<ButtonKind, string> = {
  primary:
    'bg-accent text-on-accent not-aria-disabled:not-disabled:hover:bg-accent-strong disabled:bg-sand disabled:text-muted aria-disabled:bg-sand aria-disabled:text-muted',
  secondary:
    'border border-line-strong bg-surface text-ink not-aria-disabled:not-disabled:hover:border-ink not-aria-disabled:not-disabled:hover:bg-sand disabled:border-line disabled:text-muted aria-disabled:border-line aria-disabled:text-muted',
  quiet: 'text-ink not-aria-disabled:not-disabled:hover:bg-sand disabled:text-muted aria-disabled:text-muted',
  accent: 'text-accent-text not-aria-disabled:not-disabled:hover:bg-accent-soft disabled:text-muted aria-disabled:text-muted',
  danger:
    'border border-danger bg-surface text-danger not-aria-disabled:not-disabled:hover:bg-danger-soft disabled:border-line disabled:text-muted aria-disabled:border-line aria-disabled:text-muted',
  bench: 'text-on-bench not-aria-disabled:not-disabled:hover:bg-bench-hover disabled:text-on-bench-muted aria-disabled:text-on-bench-muted',
  brass:
    'bg-brass-bright text-[#2a1d18] not-aria-disabled:not-disabled:hover:bg-[#e6c689] disabled:bg-bench-hover disabled:text-on-bench-muted aria-disabled:bg-bench-hover aria-disabled:text-on-bench-muted',
};
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 gap-1.5 px-3 text-base touch:min-h-11',
  medium: 'min-h-11 gap-2 px-4 text-base max-tablet:px-3',
  large: 'min-h-13 gap-2 px-6 text-base',
};

/** The classes of a button, also for links that look like a button. */
export const buttonClass = (kind: ButtonKind, size: ButtonSize = 'medium'): string =>
  `inline-flex items-center justify-center rounded-md font-semibold whitespace-nowrap max-[22.5rem]:whitespace-normal [&>svg]:shrink-0 transition-colors duration-150 ${kinds[kind]} ${sizes[size]}`;

type Props = ComponentProps<'button'> & { kind?: ButtonKind; size?: ButtonSize };

export function Button({ kind = 'secondary', size = 'medium', className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={`${buttonClass(kind, size)} ${className}`} {...rest} />;
}

/** The price of a button's action, after a thin line. */
export const ButtonPrice = ({ children }: { children: ReactNode }) => (
  <span className="money ms-0.5 border-s border-current/35 ps-2">{children}</span>
);

/** A square button with only an icon. The label is its accessible name. */
export function IconButton({ label, className = '', type = 'button', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type={type}
      aria-label={label}
      className={`inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors not-aria-disabled:not-disabled:hover:bg-sand not-aria-disabled:not-disabled:hover:text-ink aria-disabled:opacity-50 disabled:opacity-50 touch:size-11 ${className}`}
      {...rest}
    />
  );
}
