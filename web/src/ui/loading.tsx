import { Spinner } from './spinner.tsx';

type Props = { label: string; className?: string };

/** A spinner with a text. A wait of less than 300 ms shows nothing, because a flash looks like a fault. */
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
