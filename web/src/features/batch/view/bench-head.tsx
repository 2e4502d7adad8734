import { LayoutGrid, Rows3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { cardsMax } from '../cards/cards.ts';
import { AddStrip } from './add-strip.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { useColumns } from './use-columns.ts';
import { setView, viewStore } from './view-store.ts';

/** The title of the page. If the page has cards, the title is small, and the area to add photos is in the same line. */
export function BenchHead({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useTranslation();
  const { title, subtitle, pageSwitch } = useBench();
  const count = useBenchState(({ draft }) => draft.cards.length);
  const view = useStore(viewStore, (state) => state.view);
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
      {!isPhone && (
        <Segmented
          label={t('bench.view')}
          value={view}
          onChange={setView}
          className="ms-auto"
          options={[
            { value: 'cards', label: t('bench.cards'), icon: <LayoutGrid aria-hidden /> },
            { value: 'rows', label: t('bench.rows'), icon: <Rows3 aria-hidden /> },
          ]}
        />
      )}
    </div>
  );
}
