import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page-header.tsx';
import { cardsMax } from '../cards/cards.ts';
import { AddStrip } from './add-strip.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { useColumns } from './use-columns.ts';
import { ViewSwitch } from './view-switch.tsx';

/** The title of the page. If the page has cards, the title is small, and the area to add photos is in the same line. */
export function BenchHead({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  const { title, subtitle, pageSwitch } = useBench();
  const count = useBenchState(({ draft }) => draft.cards.length);
  const isPhone = useColumns() === 1;
  if (isEmpty) return <PageHeader title={title} subtitle={subtitle} side={pageSwitch} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-4 pb-3">
      <div className="max-tablet:w-full">
        <h1 className="text-2xl leading-tight font-semibold tablet:text-3xl">{title}</h1>
        <p className="money text-sm text-muted">{t('batch.cards_count', { count, max: cardsMax })}</p>
      </div>
      {pageSwitch && <div className="max-tablet:order-1">{pageSwitch}</div>}
      <AddStrip />
      {!isPhone && <ViewSwitch className="ms-auto" />}
    </div>
  );
}
