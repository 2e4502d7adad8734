type Props = {
  label: string;
  value: number;
  max: number;
  /** Number of items that ended without a result, shown after the value in the colour of failures. */
  failed?: number;
  className?: string;
};

/** A progress bar. Only `value` counts as progress. */
export function Progress({ label, value, max, failed = 0, className = '' }: Props) {
  const share = (part: number) => (max > 0 ? Math.min(part / max, 1) : 0);
  const parts = [
    { name: 'failed', share: share(value + failed), color: 'bg-danger' },
    { name: 'value', share: share(value), color: 'bg-accent-text' },
  ];
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={`relative h-1.5 overflow-hidden rounded-full bg-sand ${className}`}
    >
      {parts
        .filter(({ name }) => name === 'value' || failed > 0)
        .map(({ name, share, color }) => (
          <div
            key={name}
            data-part={name}
            className={`absolute inset-0 origin-left rounded-full transition-transform duration-500 ease-out rtl:origin-right ${color}`}
            style={{ transform: `scaleX(${share})` }}
          />
        ))}
    </div>
  );
}
