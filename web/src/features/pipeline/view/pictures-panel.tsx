import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { iterationsMax } from '#shared/pipeline/run.ts';
import { dollars } from '#web/lib/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { imageCents, usePipeline } from '../store/core.ts';
import { PictureSlot } from './picture-slot.tsx';

/** Shows the three pictures as two pairs. The first pair is the example. The second pair is the photo and the place for its result. */
export function PicturesPanel() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Panel aria-labelledby={id} className="grid gap-y-4 tablet:grid-cols-2">
      <h2 id={id} className="sr-only">
        {t('pipeline.pictures')}
      </h2>
      <Pair title={t('pipeline.example')} className="tablet:border-e tablet:border-line tablet:pe-5">
        <PictureSlot slot="before" number={1} />
        <PictureSlot slot="after" number={2} />
      </Pair>
      <Pair title={t('pipeline.same_for')} className="max-tablet:border-t max-tablet:border-line max-tablet:pt-4 tablet:ps-5">
        <PictureSlot slot="input" number={3} />
        <ResultSlot />
      </Pair>
    </Panel>
  );
}

function Pair({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <div className={className}>
      <p className="mb-2 font-semibold">{title}</p>
      <div className="relative grid grid-cols-2 gap-x-9 tablet:gap-x-10">
        {children}
        <ArrowRight
          aria-hidden
          className="absolute start-1/2 top-1/2 size-5 -translate-1/2 tablet:mt-3 text-brass rtl:translate-x-1/2 rtl:rotate-180"
        />
      </div>
    </div>
  );
}

/** The empty place of the result. */
function ResultSlot() {
  const { t } = useTranslation();
  const input = usePipeline(({ setup }) => setup.pictures.input);
  return (
    <div className="min-w-0">
      <p className="font-semibold text-muted">{t('pipeline.verdict.result')}</p>
      <p className="mb-2 truncate text-sm text-muted max-tablet:hidden">{t('pipeline.result_here')}</p>
      <div
        aria-hidden
        className="relative grid aspect-square place-items-center overflow-hidden rounded-md border border-dashed border-line-strong bg-paper tablet:aspect-[3/2]"
      >
        {input && <img src={input.src} alt="" className="absolute inset-0 size-full scale-110 object-cover opacity-25 blur-xl" />}
        <span className="relative grid size-14 place-items-center rounded-full bg-surface font-display text-3xl text-brass shadow-float">
          ?
        </span>
      </div>
      <p className="money mt-1.5 truncate text-sm text-muted">{t('pipeline.price', { most: dollars(iterationsMax * imageCents) })}</p>
    </div>
  );
}
