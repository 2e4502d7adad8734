import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnimationStyle } from '#shared/video/styles.ts';
import { LoopingClip, useReducedMotion } from '#web/ui/media.tsx';
import { portraitWidth, stagePictureClass } from './stage.tsx';

/** The sample clip. The seller can pause the clip. If the system asks for reduced motion, the clip starts only after a click. */
export function SamplePreview({ style, name }: { style: AnimationStyle; name: string }) {
  const { t } = useTranslation();
  const reduced = useReducedMotion();
  const [chosenPaused, setChosenPaused] = useState<boolean>();
  const paused = chosenPaused ?? reduced;
  const Icon = paused ? Play : Pause;
  return (
    <div className={`relative aspect-9/16 overflow-hidden ${portraitWidth} ${stagePictureClass}`}>
      {/* The key changes with the style, so that the previous clip disappears while the next clip loads. */}
      <LoopingClip
        key={style.id}
        src={style.videoExample}
        poster={style.poster}
        label={t('single.sample_clip', { name })}
        paused={paused}
        className="size-full object-cover"
      />
      <button
        type="button"
        aria-label={paused ? t('single.play_sample') : t('single.pause_sample')}
        onClick={() => setChosenPaused(!paused)}
        className="absolute end-3 bottom-3 grid size-11 place-items-center rounded-full bg-media/75 text-on-media transition-colors hover:bg-media"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
