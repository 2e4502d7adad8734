import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReloadButton } from './boundary.tsx';
import { Dialog } from './dialog.tsx';

/** The dialog that replaces a failed dialog. The page behind the dialog stays visible. */
export function DialogFailed({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <Dialog open={open} onClose={close} title={t('app.failed_title')} alert actions={<ReloadButton />}>
      <p>{t('app.failed_text')}</p>
    </Dialog>
  );
}
