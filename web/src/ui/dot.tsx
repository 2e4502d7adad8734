/** States that an item can be in. Failure also differs by shape, for people who do not see the colours. */
export type DotTone = 'done' | 'failed' | 'running' | 'waiting';

const tones: Record<DotTone, string> = {
  done: 'rounded-full bg-success',
  failed: 'rotate-45 rounded-[1px] bg-danger',
  running: 'rounded-full bg-go',
  waiting: 'rounded-full bg-line-strong',
};

/** A point in the colour of a state. The text beside it names the state. */
export const Dot = ({ tone, className = '' }: { tone: DotTone; className?: string }) => (
  <span aria-hidden className={`inline-block size-2 shrink-0 ${tones[tone]} ${className}`} />
);
