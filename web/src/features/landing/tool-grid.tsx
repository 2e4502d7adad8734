import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { imageModels } from '#shared/catalogue.ts';
import { dollars } from '#web/lib/money.ts';
import { Link } from '#web/lib/router.tsx';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { LoopingClip } from '#web/ui/media.tsx';
import { images, type Sample, stills, useSamples } from './samples.ts';

export type ToolPaths = { single: string; batch: string; image: string; pipeline: string };

/** Links to all tools, because the header has only three links (docs/spec.md 2.2). */
export function ToolGrid({ to, isAnimated }: { to: ToolPaths; isAnimated: boolean }) {
  const { t } = useTranslation();
  const [shoe] = useSamples();
  return (
    <section aria-labelledby="tools" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-read px-4 py-20 sm:px-6 lg:py-28">
        <h2 id="tools" className="text-4xl">
          {t('landing.tools_title')}
        </h2>
        <ul className="mt-10 grid grid-cols-1 gap-x-6 gap-y-12 md:grid-cols-2">
          <Tool to={to.single} title={t('landing.tool_single')} text={t('landing.tool_single_text')}>
            {shoe && <SinglePicture sample={shoe} isAnimated={isAnimated} />}
          </Tool>
          <Tool to={to.batch} title={t('landing.tool_batch')} text={t('landing.tool_batch_text', { count: itemsPerBatchMax })}>
            <BatchPicture />
          </Tool>
          <Tool
            to={to.image}
            title={t('landing.tool_image')}
            text={t('landing.tool_image_text', { price: dollars(imageModels[0]?.price ?? 0) })}
          >
            <ImagesPicture />
          </Tool>
          <Tool to={to.pipeline} title={t('landing.tool_pipeline')} text={t('landing.tool_pipeline_text')}>
            <div className="relative z-10 w-72 max-w-full">
              <CompareSlider
                before={{ src: '/samples/before.avif', alt: t('landing.before_alt') }}
                after={{ src: '/samples/after.avif', alt: t('landing.after_alt') }}
                size={{ width: 1, height: 1 }}
              />
            </div>
          </Tool>
        </ul>
      </div>
    </section>
  );
}

function Tool({ to, title, text, children }: { to: string; title: string; text: string; children: ReactNode }) {
  return (
    <li className="group relative">
      <div className="grid h-80 place-items-center overflow-hidden rounded-lg border border-line bg-sand transition-colors group-hover:border-line-strong">
        {children}
      </div>
      <h3 className="mt-5 text-xl font-semibold">
        <Link to={to} className="inline-flex items-center gap-2 after:absolute after:inset-0 after:rounded-lg hover:text-accent-text">
          {title}
          <ArrowRight aria-hidden className="size-5 transition-transform group-hover:translate-x-1 rtl:rotate-180" />
        </Link>
      </h3>
      <p className="mt-1.5 max-w-lg text-muted">{text}</p>
    </li>
  );
}

function SinglePicture({ sample, isAnimated }: { sample: Sample; isAnimated: boolean }) {
  return (
    <div className="flex items-center gap-3 sm:gap-5">
      <img src={sample.smallPhoto} alt="" width={864} height={1080} loading="lazy" className="pane aspect-4/5 w-22 object-cover sm:w-28" />
      <ArrowRight aria-hidden className="size-6 text-muted rtl:rotate-180" />
      <LoopingClip
        src={sample.clip}
        poster={sample.poster}
        label={sample.label}
        paused={!isAnimated}
        className="pane aspect-9/16 h-60 object-cover shadow-float sm:h-68"
      />
    </div>
  );
}

function BatchPicture() {
  const rows = [
    [stills.bag, stills.hat, stills.skincare, stills.shoe],
    [stills.hat, stills.shoe, stills.bag, stills.skincare],
  ];
  return (
    <div aria-hidden className="grid gap-2.5 px-4">
      {rows.map((row) => (
        <div key={row[0]} className="grid grid-cols-4 gap-2.5">
          {row.map((src) => (
            <img key={src} src={src} alt="" width={864} height={1080} loading="lazy" className="pane aspect-4/5 w-26 object-cover" />
          ))}
        </div>
      ))}
    </div>
  );
}

const newBackgrounds = [
  { src: images.onWhite, width: 432, height: 432, className: 'aspect-1/1 w-32' },
  { src: images.onMarble, width: 432, height: 540, className: 'aspect-4/5 w-36 shadow-float' },
  { src: images.onWood, width: 432, height: 360, className: 'aspect-6/5 w-44 max-lg:hidden' },
];

/** One product on three new backgrounds, in three aspect ratios. */
const ImagesPicture = () => (
  <div aria-hidden className="flex items-end gap-3 px-4">
    {newBackgrounds.map(({ src, width, height, className }) => (
      <img key={src} src={src} alt="" width={width} height={height} loading="lazy" className={`pane object-cover ${className}`} />
    ))}
  </div>
);
