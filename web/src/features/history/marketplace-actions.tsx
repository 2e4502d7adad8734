import { Package, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { useFinish } from '#web/features/finish/use-finish.tsx';
import type { PackedResult } from '#web/features/package/planned-packages.ts';
import { usePackage } from '#web/features/package/use-package.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';

type Props = {
  kind: BatchKind;
  results: readonly PackedResult[];
  /** Whether the actions are in a menu, because the line has no space for further buttons. */
  isInMenu: boolean;
};

/** Makes files for marketplaces from all results of a run, or packs them. */
export function MarketplaceActions({ kind, results, isInMenu }: Props) {
  const { t } = useTranslation();
  const finish = useFinish(
    kind,
    results.map(({ url }) => url),
  );
  const packaging = usePackage(kind, results);
  return (
    <>
      {isInMenu ? (
        <Menu label={t('marketplaces.shops')} className="ms-auto" items={[finish.item, packaging.item]} />
      ) : (
        <>
          <Button size="small" onClick={finish.open}>
            <Store aria-hidden className="size-4" />
            {finish.label}
          </Button>
          <Button size="small" onClick={packaging.open}>
            <Package aria-hidden className="size-4" />
            {packaging.label}
          </Button>
        </>
      )}
      {finish.dialog}
      {packaging.dialog}
    </>
  );
}
