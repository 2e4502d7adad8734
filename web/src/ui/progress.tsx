type Props = { label: string; value: number; max: number; className?: string };

/** How much of something is done. */
export function Progress({ label, value, max, className = '' }: Props) {
  const share = max > 0 ? Math.min(value / max, 1) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={`h-1.5 overflow-hidden rounded-full bg-sand ${className}`}
    >
      <div
        className="h-full origin-left rounded-full bg-accent-text transition-transform duration-500 ease-out rtl:origin-right"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
