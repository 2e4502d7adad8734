import { Package } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '#web/ui/menu.tsx';
import type { PackedResult } from './planned-packages.ts';

/** The dialog loads with its rules only when it opens. */
const PackageDialog = lazy(() => import('./package-dialog.tsx'));

type PackageControl = { label: string; open: () => void; item: MenuItem; dialog: ReactNode };

/** Opens the dialog that makes packages for marketplaces. `dialog` must be in the page. */
export function usePackage(kind: 'video' | 'image', results: readonly PackedResult[]): PackageControl {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const label = t('package.button');
  return {
    label,
    open,
    item: { label, icon: <Package aria-hidden />, onSelect: open },
    dialog: isOpen && (
      <Suspense>
        <PackageDialog kind={kind} results={results} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
