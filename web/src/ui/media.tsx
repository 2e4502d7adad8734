import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';

const reducedMotionQuery = () => window.matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the user prefers reduced motion. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = reducedMotionQuery();
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => reducedMotionQuery().matches,
    () => false,
  );

type Props = {
  src: string;
  poster?: string | undefined;
  label: string;
  /** Whether the clip is paused. By default, the clip is paused if the user prefers reduced motion. */
  paused?: boolean;
  className?: string;
  onError?: () => void;
};

/**
 * A silent clip that loops while it is visible, or a still picture if the user prefers reduced motion. The build prerenders only the
 * poster, so that clips do not delay the first paint of the page.
 */
export function LoopingClip(props: Props) {
  const { poster, label, className = '' } = props;
  if (!useIsPrerendered()) return <Clip {...props} />;
  return poster ? <img src={poster} alt={label} loading="lazy" className={className} /> : <span className={className} />;
}

function Clip({ src, poster, label, paused, className = '', onError }: Props) {
  const element = useRef<HTMLVideoElement>(null);
  const prefersReducedMotion = useReducedMotion();
  const isStill = paused ?? prefersReducedMotion;

  useEffect(() => {
    const video = element.current;
    if (!video) return;
    if (isStill) {
      video.pause();
      return;
    }
    const watcher = new IntersectionObserver(([entry]) => {
      // If the clip is no longer visible after it has loaded, `play` rejects. This rejection is not an error.
      if (entry?.isIntersecting) video.play().catch(() => undefined);
      else video.pause();
    });
    watcher.observe(video);
    return () => watcher.disconnect();
  }, [isStill]);

  return (
    <video
      ref={element}
      src={src}
      poster={poster}
      aria-label={label}
      muted
      loop
      playsInline
      preload={isStill ? 'none' : 'metadata'}
      onError={onError}
      className={className}
    />
  );
}
