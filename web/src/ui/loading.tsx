import { Spinner } from './spinner.tsx';

type Props = { label: string; className?: string };

/** A spinner with a text. The spinner appears after 300 ms, because a spinner that disappears immediately would look like an error. */
export function Loading({ label, className = 'py-16' }: Props) {
  return (
    <p role="status" className={`text-muted ${className}`}>
      <span className="flex animate-late items-center justify-center gap-3">
        <Spinner className="size-5 shrink-0" />
        {label}
      </span>
    </p>
  );
}
