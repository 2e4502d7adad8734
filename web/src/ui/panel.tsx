import { type HTMLAttributes, type ReactNode, useId } from 'react';

type Props = Omit<HTMLAttributes<HTMLElement>, 'title'> & {
  as?: 'section' | 'div' | 'article' | 'aside' | 'form' | 'li';
  /** The heading. It is also the accessible name. */
  title?: ReactNode;
  /** One line below the heading. */
  hint?: ReactNode;
  /** Controls at the end of the heading line. */
  actions?: ReactNode;
  /** `none` for content that reaches the border, such as a table. */
  padding?: 'none' | 'small' | 'medium';
};

const paddings = { none: '', small: 'p-4', medium: 'p-4 tablet:p-5' };

/** A box with a border for one part of a page. */
export function Panel({ as: Tag = 'section', title, hint, actions, padding = 'medium', className = '', children, ...rest }: Props) {
  const id = useId();
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <Tag
      {...(title !== undefined && { 'aria-labelledby': id })}
      className={`min-w-0 rounded-lg border border-line bg-surface shadow-card ${paddings[padding]} ${className}`}
      {...rest}
    >
      {hasHead && (
        <div className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-2 ${padding === 'none' ? 'px-5 py-4' : 'mb-4'}`}>
          <div className="min-w-0 flex-1 basis-60">
            {title !== undefined && (
              <h2 id={id} className="text-2xl font-semibold">
                {title}
              </h2>
            )}
            {hint !== undefined && <p className="mt-1 text-sm text-muted">{hint}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </Tag>
  );
}
