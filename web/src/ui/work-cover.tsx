import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

/** Covers a picture while a result is made from it. The picture stays visible. The parent must be positioned. */
export const WorkVeil = () => <span aria-hidden className="work-sweep absolute inset-0 overflow-hidden rounded-[inherit] bg-media/25" />;

type RingProps = {
  /** `medium` is a disc of 56 px. */
  size?: 'small' | 'medium';
  /** For example the elapsed time, below the ring. */
  children?: ReactNode;
};

const discs = { small: { disc: 'size-8', ring: 'size-5' }, medium: { disc: 'size-14', ring: 'size-9' } };

/** A turning ring on a dark disc, so that it is visible on every picture. */
export function WorkRing({ size = 'medium', children }: RingProps) {
  const { disc, ring } = discs[size];
  return (
    <span className="grid justify-items-center gap-1.5 text-on-media">
      <span className={`grid place-items-center rounded-full bg-media/75 ${disc}`}>
        <Spinner className={`${ring} text-brass-bright!`} />
      </span>
      {children !== undefined && (
        <span className="money max-w-full rounded-md bg-media/75 px-2 py-0.5 text-center text-xs empty:hidden">{children}</span>
      )}
    </span>
  );
}
