import { LayoutGrid, Rows3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Segmented } from '#web/ui/segmented.tsx';
import { setView, viewStore } from './view-store.ts';

/** Switches between cards and rows. */
export function ViewSwitch({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const view = useStore(viewStore, (state) => state.view);
  return (
    <Segmented
      label={t('bench.view')}
      value={view}
      onChange={setView}
      className={className}
      options={[
        { value: 'cards', label: t('bench.cards'), icon: <LayoutGrid aria-hidden /> },
        { value: 'rows', label: t('bench.rows'), icon: <Rows3 aria-hidden /> },
      ]}
    />
  );
}
