import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { elapsedTime } from '#web/lib/time.ts';
import { MediaFailed } from './media-failed.tsx';
import type { ReviewItem } from './review-item.ts';
import { StageButton } from './stage-button.tsx';
import { togglePlay, usePlayback, usePlayedLine } from './use-playback.ts';

type Props = {
  item: Pick<ReviewItem, 'kind' | 'name' | 'src' | 'poster' | 'hasSound'>;
  /** Accessible name of the video. The default is the kind and the name of the item. */
  label?: string;
  isLooping: boolean;
  isMuted: boolean;
  onMuted: (isMuted: boolean) => void;
  /** Whether the video starts automatically. */
  starts: boolean;
  /** Called with the real size of the video. */
  onSize: (size: { width: number; height: number }) => void;
  onStale: () => void;
  /** More buttons at the end of the controls. */
  controls?: ReactNode;
};

/** The current video with its controls. A click anywhere on the video starts or pauses it. */
export function Player({ item, label, isLooping, isMuted, onMuted, starts, onSize, onStale, controls }: Props) {
  const { t } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const { isPlaying, seconds, durationSeconds } = usePlayback(video);
  usePlayedLine(video, line);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.src = item.src;
    if (starts) void element.play().catch(() => undefined);
    return () => {
      // Without these calls, the browser would continue to load a removed video until it frees the element.
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [item.src, starts]);

  const seek = (time: number) => {
    if (video.current) video.current.currentTime = time;
  };

  return (
    <>
      {/* The `poster` attribute is not used, because the browser removes the poster before it draws the first frame. */}
      {item.poster && <img src={item.poster} alt="" onError={onStale} className="absolute inset-0 size-full object-contain" />}
      <video
        ref={video}
        aria-label={label ?? t(`${item.kind}.result.label`, { title: item.name })}
        loop={isLooping}
        muted={isMuted}
        playsInline
        preload="auto"
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
          setHasFailed(false);
          if (width > 0 && height > 0) onSize({ width, height });
        }}
        onError={() => {
          setHasFailed(true);
          onStale();
        }}
        className="relative size-full object-contain"
      />
      <button
        type="button"
        aria-label={isPlaying ? t('review.pause') : t('review.play')}
        onClick={() => togglePlay(video.current)}
        className="absolute inset-0 flex items-end rounded-lg bg-linear-to-t from-media/75 to-transparent to-20% -outline-offset-2"
      >
        <span className="grid size-13 place-items-center">
          {isPlaying ? <Pause aria-hidden className="size-5 fill-current" /> : <Play aria-hidden className="size-5 fill-current" />}
        </span>
      </button>
      <div className="@container pointer-events-none absolute inset-x-0 bottom-0 flex h-13 items-center gap-2 ps-13 pe-3">
        <Track line={line} onSeek={seek} seconds={seconds} durationSeconds={durationSeconds} />
        <span aria-hidden className="money text-sm">
          {elapsedTime(seconds * 1000)}
          <span className="@max-[11rem]:hidden"> / {elapsedTime(durationSeconds * 1000)}</span>
        </span>
        {item.hasSound && (
          <StageButton
            label={isMuted ? t('review.unmute') : t('review.mute')}
            onClick={() => onMuted(!isMuted)}
            className="pointer-events-auto -me-2"
          >
            {isMuted ? <VolumeX aria-hidden className="size-5" /> : <Volume2 aria-hidden className="size-5" />}
          </StageButton>
        )}
        {controls}
      </div>
      {item.hasSound === false && <AudioOff />}
      {hasFailed && <MediaFailed kind="video" onRetry={() => video.current?.load()} />}
    </>
  );
}

/** Shows that the video has no sound. Otherwise, a user could think that the player is broken. */
function AudioOff() {
  const { t } = useTranslation();
  return (
    <p className="pointer-events-none absolute end-2.5 top-2.5 flex items-center gap-1.5 rounded-full bg-media/65 py-1 ps-2 pe-2.5 text-xs">
      <VolumeX aria-hidden className="size-3.5" />
      {t('review.audio_off')}
    </p>
  );
}

type TrackProps = { line: RefObject<HTMLSpanElement | null>; onSeek: (seconds: number) => void; seconds: number; durationSeconds: number };

/** A slider that shows and changes the position in the video. */
function Track({ line, onSeek, seconds, durationSeconds }: TrackProps) {
  const { t } = useTranslation();
  return (
    <span
      ref={line}
      className="relative h-1 min-w-0 flex-1 rounded-full bg-on-media/35 has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-brass-bright"
    >
      <span className="absolute inset-0 origin-left scale-x-(--played) rounded-full bg-brass-bright" />
      <input
        type="range"
        min={0}
        max={durationSeconds}
        step={0.1}
        value={seconds}
        aria-label={t('review.position')}
        aria-valuetext={t('review.time', { time: elapsedTime(seconds * 1000), total: elapsedTime(durationSeconds * 1000) })}
        onChange={({ target }) => onSeek(target.valueAsNumber)}
        className="pointer-events-auto absolute inset-x-0 -inset-y-5 w-full cursor-pointer opacity-0"
      />
    </span>
  );
}
