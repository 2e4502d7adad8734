import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { benchKeys } from './bench-keys.ts';
import { setShortcuts, viewStore } from './view-store.ts';

/** The list of the keyboard shortcuts. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const hasShortcuts = useStore(viewStore, (state) => state.hasShortcuts);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('bench.keys')}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2">
        {benchKeys.map(([keys, name]) => (
          <Fragment key={name}>
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`bench.key.${name}`)}</dd>
          </Fragment>
        ))}
      </dl>
      <Switch label={t('bench.keys_on')} hint={t('bench.keys_hint')} checked={hasShortcuts} onChange={setShortcuts} className="mt-5" />
    </Dialog>
  );
}
