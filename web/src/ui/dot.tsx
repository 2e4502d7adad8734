/** The states of an item. The dot of a failed item also has another shape, for users who cannot distinguish the colours. */
export type DotTone = 'done' | 'failed' | 'running' | 'waiting';

const tones: Record<DotTone, string> = {
  done: 'rounded-full bg-success',
  failed: 'rotate-45 rounded-[1px] bg-danger',
  running: 'rounded-full bg-go',
  waiting: 'rounded-full bg-line-strong',
};

/** A dot in the colour of a state. A text beside the dot names the state. */
export const Dot = ({ tone, className = '' }: { tone: DotTone; className?: string }) => (
  <span aria-hidden className={`inline-block size-2 shrink-0 ${tones[tone]} ${className}`} />
);
