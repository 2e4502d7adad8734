import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { videoModel } from '#shared/catalogue.ts';
import { type AnimationStyle, animationStyles, pageStep, stylesPerPage } from '#shared/video/styles.ts';
import { useBench, useBenchState } from '#web/features/batch/view/bench-context.tsx';
import { dollars } from '#web/lib/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { LoopingClip } from '#web/ui/media.tsx';

type Props = {
  onClose?: () => void;
  /** Whether the samples are below the bulk settings, which show the same price. Then the samples have a heading instead. */
  isInSheet?: boolean;
  disabled: boolean;
};

/** Shows three sample styles at a time, and the price per second of the chosen model. A click copies the prompt of a style. */
export function StyleSamples({ onClose, isInSheet = false, disabled }: Props) {
  const { t } = useTranslation();
  const [firstIndex, setFirstIndex] = useState(0);
  const { tool } = useBench();
  const model = useBenchState(({ draft }) => draft.model);
  const pricing = videoModel(model)?.pricing;
  const turnPage = (step: -1 | 1) => setFirstIndex(pageStep(firstIndex, step));
  const copy = (style: AnimationStyle) => {
    const name = t(style.nameKey);
    const prompt = t(style.promptKey);
    tool.changeWithUndo({ type: 'defaultEdited', settings: { prompt } }, { message: t('video.style_copied', { name }) });
    onClose?.();
  };
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <div className="text-sm">
          {isInSheet && <h3 className="font-sans text-base font-semibold tracking-normal">{t('video.styles_title')}</h3>}
          <p className="text-muted">{t('video.styles_hint')}</p>
          {!isInSheet && pricing && (
            <p className="money text-brass">{t('video.price_line', { off: dollars(pricing.audioOff), on: dollars(pricing.audioOn) })}</p>
          )}
        </div>
        <div className="-me-2 flex">
          <IconButton label={t('video.styles_up')} aria-disabled={pageStep(firstIndex, -1) === firstIndex} onClick={() => turnPage(-1)}>
            <ChevronUp aria-hidden className="size-5" />
          </IconButton>
          <IconButton label={t('video.styles_down')} aria-disabled={pageStep(firstIndex, 1) === firstIndex} onClick={() => turnPage(1)}>
            <ChevronDown aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      <ul className="-mx-2 mt-2 @container">
        {animationStyles.slice(firstIndex, firstIndex + stylesPerPage).map((style) => (
          <li key={style.id}>
            <StyleRow style={style} disabled={disabled} onCopy={() => copy(style)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows a still picture. While the pointer or the keyboard focus is on the row, shows the clip instead. */
function StyleRow({ style, disabled, onCopy }: { style: AnimationStyle; disabled: boolean; onCopy: () => void }) {
  const { t } = useTranslation();
  const [isMoving, setMoving] = useState(false);
  const media = 'aspect-4/5 w-14 shrink-0 rounded-sm bg-sand object-cover';
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onCopy}
      onPointerEnter={() => setMoving(true)}
      onPointerLeave={() => setMoving(false)}
      onFocus={() => setMoving(true)}
      onBlur={() => setMoving(false)}
      className="flex w-full items-center gap-4 rounded-md p-2 text-start transition-colors enabled:hover:bg-sand disabled:opacity-60"
    >
      {isMoving ? (
        // The accessible name of the button stays the same while the clip is visible.
        <span aria-hidden className="contents">
          <LoopingClip
            src={style.videoExample}
            poster={style.thumbnail}
            label={t('single.sample_clip', { name: t(style.nameKey) })}
            className={media}
          />
        </span>
      ) : (
        <img src={style.thumbnail} alt="" width={270} height={480} loading="lazy" className={media} />
      )}
      <span className="min-w-0">
        <span className="block text-base font-semibold">{t(style.nameKey)}</span>
        <span className="block text-sm text-muted">{t(style.descriptionKey)}</span>
      </span>
    </button>
  );
}
