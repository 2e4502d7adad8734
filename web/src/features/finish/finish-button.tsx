import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useFinish } from './use-finish.tsx';

type Props = {
  kind: 'video' | 'image';
  results: readonly string[];
  /** Whether the action is in a menu, because the line has no space for a further button. */
  isInMenu?: boolean;
};

export function FinishButton({ kind, results, isInMenu = false }: Props) {
  const { t } = useTranslation();
  const { label, open, dialog } = useFinish(kind, results);
  return (
    <>
      {isInMenu ? (
        <Menu label={t('bench.more')} className="ms-auto" items={[{ label, icon: <Store aria-hidden />, onSelect: open }]} />
      ) : (
        <Button size="small" onClick={open}>
          <Store aria-hidden className="size-4" />
          {label}
        </Button>
      )}
      {dialog}
    </>
  );
}
