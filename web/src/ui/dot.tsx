/**
 * The states of an item. `open` is an item that can be ordered. The dots of open and failed items also have another shape, for users who
 * cannot distinguish the colours.
 */
export type DotTone = 'done' | 'failed' | 'running' | 'waiting' | 'open';

const tones: Record<DotTone, string> = {
  done: 'rounded-full bg-success',
  failed: 'rotate-45 rounded-[1px] bg-danger',
  running: 'rounded-full bg-go',
  waiting: 'rounded-full bg-line-strong',
  open: 'rounded-full border-2 border-success',
};

/** A dot in the colour of a state. A text beside the dot names the state. */
export const Dot = ({ tone, className = '' }: { tone: DotTone; className?: string }) => (
  <span aria-hidden className={`inline-block size-2 shrink-0 ${tones[tone]} ${className}`} />
);
