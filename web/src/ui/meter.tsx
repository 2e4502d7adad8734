import { useTranslation } from 'react-i18next';

type Props = {
  label: string;
  done: number;
  failed?: number;
  running?: number;
  total: number;
  /** Replaces the text '12 of 24 done, 2 failed, 5 running' for screen readers. */
  text?: string;
  className?: string;
};

/** Maximum number of items with separate ticks. */
const ticksMax = 60;

const colors = { done: 'bg-success', failed: 'bg-danger', running: 'stripes animate-breathe', rest: 'bg-rest' };

/** The progress of many items in the colours of their states. Only delivered items count as progress. */
export function Meter({ label, done, failed = 0, running = 0, total, text, className = 'h-1.5' }: Props) {
  const { t } = useTranslation();
  const restCount = Math.max(0, total - done - failed - running);
  const parts = Object.entries({ done, failed, running, rest: restCount }) as [keyof typeof colors, number][];
  const hasTicks = total <= ticksMax;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={text ?? t('ui.meter', { done, failed, running, total })}
      className={`flex overflow-hidden bg-surface ${hasTicks ? 'gap-0.5' : ''} ${className}`}
    >
      {parts.map(([state, count]) =>
        hasTicks ? (
          Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ticks of one state are all alike.
            <span key={`${state}${index}`} data-part={state} className={`flex-1 ${colors[state]}`} />
          ))
        ) : (
          <span
            key={state}
            data-part={state}
            style={{ flexGrow: count }}
            className={`basis-0 transition-[flex-grow] duration-500 ease-out ${colors[state]}`}
          />
        ),
      )}
    </div>
  );
}
