import { Store } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { MenuItem } from '#web/ui/menu.tsx';

/** The dialog and its rules load only when it opens. */
const FinishDialog = lazy(() => import('./finish-dialog.tsx'));

type Finish = { label: string; open: () => void; item: MenuItem; dialog: ReactNode };

/**
 * Opens the dialog that makes files for marketplaces. `dialog` must be in the page.
 * @param placements the dialog shows the changes for these placements immediately. Without them, the user chooses placements first.
 */
export function useFinish(kind: 'video' | 'image', results: readonly string[], placements?: readonly PlacementId[]): Finish {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const label = t('finish.button');
  return {
    label,
    open,
    item: { label, icon: <Store aria-hidden />, onSelect: open },
    dialog: isOpen && (
      <Suspense>
        <FinishDialog kind={kind} results={results} placements={placements} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
