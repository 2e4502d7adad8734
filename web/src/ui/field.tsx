import { type ReactNode, useId } from 'react';

/** Properties for the control of a field. They connect the control with the label, the hint and the error. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined };

type Props = {
  label: ReactNode;
  /** A link or a button at the end of the label's line. */
  action?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A label, a control, and a hint or an error below the control. */
export function Field({ label, action, hint, error, className = '', children }: Props) {
  const id = useId();
  const hasError = error !== undefined && error !== null && error !== false;
  const hasHint = hint !== undefined && hint !== null && hint !== false;
  const describedBy = [hasError && `${id}-error`, hasHint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="mb-1 flex items-center justify-between gap-3 text-sm">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        {action}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': hasError || undefined })}
      {hasError && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
      {hasHint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
