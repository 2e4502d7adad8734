import { type RefObject, useEffect, useState } from 'react';

type Playback = { isPlaying: boolean; seconds: number; durationSeconds: number };

/** Times are whole seconds, so that a playing video redraws the player once a second. */
const playbackOf = ({ paused, currentTime, duration }: HTMLVideoElement): Playback => ({
  isPlaying: !paused,
  seconds: Math.floor(currentTime),
  durationSeconds: Number.isFinite(duration) ? Math.round(duration) : 0,
});

const same = (one: Playback, other: Playback): boolean =>
  one.isPlaying === other.isPlaying && one.seconds === other.seconds && one.durationSeconds === other.durationSeconds;

const events = ['play', 'pause', 'timeupdate', 'durationchange', 'seeked', 'ended'];

/** The state of a video. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>): Playback {
  const [playback, setPlayback] = useState<Playback>({ isPlaying: false, seconds: 0, durationSeconds: 0 });
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const read = () => {
      const now = playbackOf(element);
      setPlayback((before) => (same(before, now) ? before : now));
    };
    for (const event of events) element.addEventListener(event, read);
    return () => {
      for (const event of events) element.removeEventListener(event, read);
    };
  }, [video]);
  return playback;
}

/** Moves a line with the video in each frame while it plays. It writes to the document directly, because 60 renders a second are too many. */
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

/** Starts or pauses a video. A browser may block an automatic start; then the video stays paused. */
export function togglePlay(video: HTMLVideoElement | null): void {
  if (!video) return;
  if (video.paused) void video.play().catch(() => undefined);
  else video.pause();
}
