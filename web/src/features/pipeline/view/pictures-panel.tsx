import { ArrowRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { maxCents } from '../store/core.ts';
import { hintClass, PictureSlot, tileShape } from './picture-slot.tsx';

/** Shows the three pictures as two pairs. The first pair is the example. The second pair is the photo and the place for its result. */
export function PicturesPanel() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Panel aria-labelledby={id} className="grid gap-y-4 tablet:grid-cols-2 low:py-3.5">
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
      <div className="tablet:max-lg:mx-auto tablet:max-lg:w-fit">
        <p className="mb-2 font-semibold low:mb-1">{title}</p>
        <div className="relative grid grid-cols-2 gap-x-9 tablet:gap-x-10 tablet:max-lg:grid-cols-[repeat(2,minmax(0,12.5rem))]">
          {children}
          <ArrowRight
            aria-hidden
            className="absolute start-1/2 top-1/2 size-5 -translate-1/2 text-brass rtl:translate-x-1/2 rtl:rotate-180"
          />
        </div>
      </div>
    </div>
  );
}

/** The empty place of the result. */
function ResultSlot() {
  const { t } = useTranslation();
  return (
    <div className="min-w-0">
      <div className="flex items-baseline gap-1.5 tablet:mb-1.5">
        <p className="shrink-0 font-semibold text-muted">{t('pipeline.verdict.result')}</p>
        <p title={t('pipeline.result_here')} className={hintClass}>
          {t('pipeline.result_here')}
        </p>
      </div>
      <div aria-hidden className={`grid place-items-center rounded-md border border-dashed border-line-strong bg-paper ${tileShape}`}>
        <span className="grid size-14 place-items-center rounded-full bg-surface font-display text-3xl text-brass shadow-float">?</span>
      </div>
      <p className="money mt-1.5 truncate text-sm text-muted">{t('pipeline.price', { most: dollars(maxCents) })}</p>
    </div>
  );
}
