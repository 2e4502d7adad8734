import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel } from '#shared/catalogue.ts';
import { type AnimationStyle, animationStyles, pageStep, promptLanguage, stylesPerPage } from '#shared/video/styles.ts';
import { dollars } from '#web/lib/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { LoopingClip } from '#web/ui/media.tsx';

type Props = { model: VideoModelId; onPrompt: (prompt: string, name: string) => void; disabled: boolean };

/** Sample styles, three at a time, and what a second costs (I2, I3; Q8: by the chosen model). A press copies the style's prompt. */
export function StylesPanel({ model, onPrompt, disabled }: Props) {
  const { t, i18n } = useTranslation();
  const [first, setFirst] = useState(0);
  const pricing = videoModel(model)?.pricing;
  const page = (step: -1 | 1) => setFirst(pageStep(first, step));

  return (
    <section aria-labelledby="styles" className="mt-5 rounded-lg border border-line bg-surface p-5 shadow-card">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id="styles" className="text-xl font-semibold">
            {t('video.styles_title')}
          </h2>
          <p className="mt-0.5 text-sm text-muted">{t('video.styles_hint')}</p>
          {pricing && (
            <p className="money mt-0.5 text-sm text-brass">
              {t('video.price_line', { off: dollars(pricing.audioOff), on: dollars(pricing.audioOn) })}
            </p>
          )}
        </div>
        <div className="-me-2 flex">
          <IconButton label={t('video.styles_up')} aria-disabled={pageStep(first, -1) === first} onClick={() => page(-1)}>
            <ChevronUp aria-hidden className="size-5" />
          </IconButton>
          <IconButton label={t('video.styles_down')} aria-disabled={pageStep(first, 1) === first} onClick={() => page(1)}>
            <ChevronDown aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      <ul className="-mx-2 mt-2 grid gap-x-4 md:grid-cols-3">
        {animationStyles.slice(first, first + stylesPerPage).map((style) => (
          <li key={style.id}>
            <StyleRow
              style={style}
              disabled={disabled}
              onPress={() => onPrompt(style.prompt[promptLanguage(i18n.language)], t(style.nameKey))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Still until it is pointed at or reached by keyboard. */
function StyleRow({ style, disabled, onPress }: { style: AnimationStyle; disabled: boolean; onPress: () => void }) {
  const { t } = useTranslation();
  const [moving, setMoving] = useState(false);
  const media = 'aspect-4/5 w-14 shrink-0 rounded-sm bg-sand object-cover';
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onPress}
      onPointerEnter={() => setMoving(true)}
      onPointerLeave={() => setMoving(false)}
      onFocus={() => setMoving(true)}
      onBlur={() => setMoving(false)}
      className="flex w-full items-center gap-4 rounded-md p-2 text-start transition-colors enabled:hover:bg-sand disabled:opacity-60"
    >
      {moving ? (
        // The button keeps its name while it is on it.
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
        <span className="block text-sm font-semibold">{t(style.nameKey)}</span>
        <span className="block text-xs text-muted">{t(style.descriptionKey)}</span>
      </span>
    </button>
  );
}
