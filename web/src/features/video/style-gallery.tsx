import { Copy, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AnimationStyle,
  animationStyle,
  animationStyles,
  promptLanguage,
  type StyleId,
  stylesShownMax,
} from '#shared/video/styles.ts';
import { LoopingClip, useReducedMotion } from '#web/ui/media.tsx';

type Props = { styleId: StyleId; onChoose: (styleId: StyleId) => void; onPrompt: (prompt: string) => void; disabled: boolean };

/** What the animation styles look like, the chosen one large (H6). Its prompt is copied by a press. */
export function StyleGallery({ styleId, onChoose, onPrompt, disabled }: Props) {
  const { t, i18n } = useTranslation();
  const style = animationStyle(styleId) ?? animationStyles[0];
  if (!style) return null;
  const name = t(style.nameKey);
  const lang = promptLanguage(i18n.language);
  const prompt = style.prompt[lang];

  return (
    <div className="@container">
      <div className="grid gap-5 @lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] @lg:gap-7">
        <Preview style={style} name={name} />
        <div className="flex min-w-0 flex-col gap-4">
          <div className="flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <h2 className="font-sans text-lg font-semibold tracking-normal">{name}</h2>
              <p className="mt-1 text-sm text-muted">{t(style.descriptionKey)}</p>
            </div>
            <figure className="w-20 shrink-0">
              <img
                src={style.imageExample}
                alt={t('single.sample_photo', { name })}
                width={864}
                height={1080}
                loading="lazy"
                className="rounded-sm bg-sand"
              />
              <figcaption className="mt-1 text-xs text-muted">{t('single.made_from')}</figcaption>
            </figure>
          </div>
          <button
            type="button"
            disabled={disabled}
            onClick={() => onPrompt(prompt)}
            className="group rounded-md border border-line bg-paper p-4 text-start text-sm transition-colors enabled:hover:border-accent-text disabled:text-muted"
          >
            <span className="flex items-center gap-2 font-semibold text-accent-text group-disabled:text-muted">
              <Copy aria-hidden className="size-4 shrink-0" />
              {t('single.use_prompt')}
            </span>
            <span lang={lang} className="mt-1.5 block">
              {prompt}
            </span>
          </button>
        </div>
      </div>
      <StyleStrip chosen={style.id} onChoose={onChoose} />
    </div>
  );
}

/** Who wants it to stand still can have that, and who asked for less motion can see it move. */
function Preview({ style, name }: { style: AnimationStyle; name: string }) {
  const { t } = useTranslation();
  const reduced = useReducedMotion();
  const [asked, setAsked] = useState<boolean>();
  const paused = asked ?? reduced;
  return (
    <div className="relative mx-auto aspect-9/16 max-h-[60dvh] min-h-72 overflow-hidden rounded-md bg-sand @lg:max-h-none @lg:w-full">
      {/* A clip of its own for each style: the one before must not stand under the new name until this one has come. */}
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
        onClick={() => setAsked(!paused)}
        className="absolute end-2 bottom-2 grid size-9 place-items-center rounded-full bg-media/75 text-on-media transition-colors hover:bg-media"
      >
        {paused ? <Play aria-hidden className="size-4 fill-current" /> : <Pause aria-hidden className="size-4 fill-current" />}
      </button>
    </div>
  );
}

/** Radio buttons: a press of an arrow key chooses the next one, and the browser scrolls to it by itself. */
function StyleStrip({ chosen, onChoose }: { chosen: StyleId; onChoose: (styleId: StyleId) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="mb-2 text-xs text-muted">{t('single.styles')}</legend>
      <div className="-mx-1 flex snap-x gap-3 overflow-x-auto p-1 pb-2">
        {animationStyles.slice(0, stylesShownMax).map((style) => (
          <StyleThumbnail key={style.id} style={style} chosen={style.id === chosen} onChoose={() => onChoose(style.id)} />
        ))}
      </div>
    </fieldset>
  );
}

function StyleThumbnail({ style, chosen, onChoose }: { style: AnimationStyle; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <label className="group relative w-24 shrink-0 cursor-pointer snap-start">
      <input type="radio" name="animation-style" checked={chosen} onChange={onChoose} className="peer sr-only" />
      <img
        src={style.thumbnail}
        alt=""
        width={270}
        height={480}
        loading="lazy"
        className="aspect-4/5 w-full rounded-md bg-sand object-cover opacity-80 ring-accent-text ring-offset-2 ring-offset-surface transition-opacity group-hover:opacity-100 peer-checked:opacity-100 peer-checked:ring-2 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-accent-text"
      />
      <span className="mt-1.5 block text-xs text-muted peer-checked:font-semibold peer-checked:text-ink">{t(style.nameKey)}</span>
    </label>
  );
}
