import type { ComponentProps } from 'react';
import { IconButton } from '#web/ui/button.tsx';

/** A square button on the dark display area. */
export const StageButton = ({ className = '', ...rest }: ComponentProps<typeof IconButton>) => (
  <IconButton
    className={`size-11! text-on-media! not-aria-disabled:hover:bg-bench-hover! relative aria-pressed:text-brass-bright! aria-pressed:after:absolute aria-pressed:after:bottom-1.5 aria-pressed:after:size-1 aria-pressed:after:rounded-full aria-pressed:after:bg-brass-bright ${className}`}
    {...rest}
  />
);
