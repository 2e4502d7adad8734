import { type RefObject, useEffect, useState } from 'react';

type Playback = { isPlaying: boolean; seconds: number; durationSeconds: number };

/** Returns the state of a video. Times are in whole seconds, so that the player renders only once a second. */
const playbackOf = ({ paused, currentTime, duration }: HTMLVideoElement): Playback => ({
  isPlaying: !paused,
  seconds: Math.floor(currentTime),
  durationSeconds: Number.isFinite(duration) ? Math.round(duration) : 0,
});

const isSame = (one: Playback, other: Playback): boolean =>
  one.isPlaying === other.isPlaying && one.seconds === other.seconds && one.durationSeconds === other.durationSeconds;

const events = ['play', 'pause', 'timeupdate', 'durationchange', 'seeked', 'ended'];

/** Returns the current state of a video. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>): Playback {
  const [playback, setPlayback] = useState<Playback>({ isPlaying: false, seconds: 0, durationSeconds: 0 });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const read = () => {
      const current = playbackOf(element);
      setPlayback((before) => (isSame(before, current) ? before : current));
    };
    for (const event of events) element.addEventListener(event, read);
    return () => {
      for (const event of events) element.removeEventListener(event, read);
    };
  }, [video]);
  return playback;
}

/** Moves the progress line about 60 times a second while the video plays. Changes the element directly, because React would be too slow. */
export function usePlayedLine(video: RefObject<HTMLVideoElement | null>, line: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let frame = 0;
    const draw = () => {
      cancelAnimationFrame(frame);
      const share = element.duration > 0 ? element.currentTime / element.duration : 0;
      line.current?.style.setProperty('--played', String(share));
      if (!element.paused) frame = requestAnimationFrame(draw);
    };
    draw();
    element.addEventListener('play', draw);
    element.addEventListener('seeking', draw);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('play', draw);
      element.removeEventListener('seeking', draw);
    };
  }, [video, line]);
}

/** Starts or pauses a video. If the browser blocks an automatic start, the video stays paused. */
export function togglePlay(video: HTMLVideoElement | null): void {
  if (!video) return;
  if (video.paused) void video.play().catch(() => undefined);
  else video.pause();
}
