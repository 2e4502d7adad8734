import { Check, Clapperboard, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { stills } from './samples.ts';

/** Three steps. A small picture beside each step shows the part of the page that the step uses. */
export function Steps({ price }: { price: number }) {
  const { t } = useTranslation();
  const steps = [
    { title: t('landing.step_photos'), text: t('landing.step_photos_text'), scene: 'bg-scene-peach', picture: <PhotosPicture /> },
    {
      title: t('landing.step_prompts'),
      text: t('landing.step_prompts_text'),
      scene: 'bg-scene-lilac',
      picture: <PromptPicture price={price} />,
    },
    {
      title: t('landing.step_videos'),
      text: t('landing.step_videos_text'),
      scene: 'bg-scene-sky',
      picture: <VideosPicture price={price} />,
    },
  ];
  return (
    <section aria-labelledby="how" className="mx-auto max-w-read px-4 py-20 sm:px-6 lg:py-28">
      <h2 id="how" className="text-4xl">
        {t('landing.how_title')}
      </h2>
      <ol className="mt-10 grid grid-cols-1 gap-x-6 gap-y-10 lg:grid-cols-3">
        {steps.map(({ title, text, scene, picture }, index) => (
          <li key={title} className="sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:items-center sm:max-lg:gap-x-8">
            <div aria-hidden className={`grid h-64 place-items-center overflow-hidden rounded-lg ${scene}`}>
              {picture}
            </div>
            <div className="mt-5 sm:max-lg:mt-0">
              <h3 className="flex items-baseline gap-3 text-xl font-semibold">
                <span className="money font-display text-4xl leading-none text-accent-text">{index + 1}</span>
                {title}
              </h3>
              <p className="mt-2 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function PhotosPicture() {
  const photos = [stills.hat, stills.bag, stills.shoe, stills.skincare];
  return (
    <div className="grid grid-cols-4 gap-2 px-6">
      {photos.map((src, index) => (
        <img
          key={src}
          src={src}
          alt=""
          width={864}
          height={1080}
          loading="lazy"
          className={`pane aspect-4/5 w-24 object-cover shadow-float ${index % 2 === 1 ? 'translate-y-5' : '-translate-y-3'}`}
        />
      ))}
    </div>
  );
}

function PromptPicture({ price }: { price: number }) {
  const { t } = useTranslation();
  return (
    <div className="mx-6 max-w-80 rounded-md border border-line bg-surface p-4 text-base shadow-float">
      <p className="flex items-center justify-between text-sm text-muted">
        {t('batch.prompt')}
        <span className="flex items-center gap-1.5 font-semibold text-accent-text">
          <Sparkles className="size-3.5" />
          {t('ai_write.button')}
        </span>
      </p>
      <p className="mt-1.5 rounded-md border border-line-strong px-3 py-2">{t('landing.step_prompt_example')}</p>
      <p className="money mt-3 flex items-center justify-between gap-3">
        <span className="font-semibold">{t('video.quote', { count: 1, total: dollars(price) })}</span>
        <span className="flex items-center gap-2 rounded-md bg-accent px-3 py-1.5 font-semibold text-on-accent">
          <Clapperboard className="size-4" />
          {t('video.create', { count: 1 })}
        </span>
      </p>
    </div>
  );
}

function VideosPicture({ price }: { price: number }) {
  const { t } = useTranslation();
  const rows: { src: string; state: ReactNode; side: string }[] = [
    { src: stills.shoe, state: t('landing.window.ready'), side: t('batch.result.charged', { amount: dollars(price) }) },
    { src: stills.bag, state: t('landing.window.ready'), side: t('batch.result.charged', { amount: dollars(price) }) },
    { src: stills.hat, state: t('state.failed'), side: t('batch.result.not_charged') },
  ];
  return (
    <ul className="mx-6 w-72 max-w-full divide-y divide-line rounded-md border border-line bg-surface px-4 text-base shadow-float">
      {rows.map(({ src, state, side }, index) => (
        <li key={src} className="money flex items-center gap-3 py-2.5">
          <img src={src} alt="" width={864} height={1080} loading="lazy" className="pane h-11 w-9 object-cover" />
          <span className="me-auto font-semibold">{state}</span>
          <span className={`flex items-center gap-1 text-sm ${index === 2 ? 'text-success' : 'text-muted'}`}>
            {index === 2 && <Check className="size-3.5" />}
            {side}
          </span>
        </li>
      ))}
    </ul>
  );
}
