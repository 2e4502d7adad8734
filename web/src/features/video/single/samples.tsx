import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type AnimationStyle, animationStyle, animationStyles } from '#shared/video/styles.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import { copyPrompt } from '../single-actions.ts';
import { singleVideo } from '../single-tool.ts';
import { SamplePreview } from './sample-preview.tsx';
import { Stage, stageColumns } from './stage.tsx';
import { StyleStrip } from './style-strip.tsx';
import { useSingle } from './use-single.ts';

/** The animation styles. The chosen style is shown large, with its prompt (docs/spec.md 6.2). */
export function Samples() {
  const { t } = useTranslation();
  const styleId = useSingle(({ draft }) => draft.styleId);
  const style = animationStyle(styleId) ?? animationStyles[0];
  if (!style) return null;
  const name = t(style.nameKey);
  return (
    <div className={`${stageColumns} @min-[35rem]:grid-rows-[1fr_auto]`}>
      <Stage>
        <SamplePreview style={style} name={name} />
      </Stage>
      <div className="flex min-w-0 flex-col gap-3.5 p-4 low:gap-3 low:pb-3 @min-[35rem]:p-5">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 className="text-3xl font-semibold low:text-2xl">{name}</h2>
            <p className="mt-1.5 text-muted low:mt-1 low:text-sm">{t(style.descriptionKey)}</p>
          </div>
          <figure className="w-20 shrink-0 lg:w-16 low:w-14">
            <img
              src={style.smallImageExample}
              alt={t('single.sample_photo', { name })}
              width={432}
              height={540}
              loading="lazy"
              className="pane h-auto w-full bg-sand"
            />
            <figcaption className="mt-1 text-xs text-muted low:sr-only">{t('single.made_from')}</figcaption>
          </figure>
        </div>
        <PromptLine style={style} />
      </div>
      <StyleStrip
        chosen={style.id}
        onChoose={(styleId) => singleVideo.change({ type: 'styleChosen', styleId })}
        label={t('single.styles')}
      />
    </div>
  );
}

/** A button with the prompt of the style. A click copies this prompt into the prompt field. */
export function PromptLine({ style }: { style: AnimationStyle }) {
  const { t } = useTranslation();
  const disabled = useSingle(isLocked);
  const prompt = t(style.promptKey);
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => copyPrompt(prompt)}
      className="group rounded-md border border-line bg-paper px-3.5 py-3 text-start transition-colors enabled:hover:border-accent-text disabled:text-muted"
    >
      <span className="flex items-center gap-2 font-semibold text-accent-text group-disabled:text-muted">
        <Copy aria-hidden className="size-4 shrink-0" />
        {t('single.use_prompt')}
      </span>
      <span className="mt-1.5 block text-sm text-pretty low:text-xs">{prompt}</span>
    </button>
  );
}
