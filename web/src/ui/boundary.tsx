import { Component, type ErrorInfo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = { children: ReactNode /** Shown instead of what failed. */; fallback: ReactNode };

/** Catches what its children throw, a file of the page that a new release has replaced included. React has no hook for it. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('a part of the page failed', error, info.componentStack);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** Instead of a page that failed. */
export function PageFailed() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="mx-auto grid max-w-lg justify-items-center gap-4 px-6 py-24 text-center">
      <h1 className="text-2xl font-semibold">{t('app.failed_title')}</h1>
      <p className="text-muted">{t('app.failed_text')}</p>
      <ReloadButton />
    </div>
  );
}

/** Instead of a dialog, or of another part without a place of its own: the rest of the page stays. */
export function PartFailed({ onClose }: { onClose?: () => void }) {
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

function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button kind="primary" onClick={() => window.location.reload()}>
      {t('app.reload')}
    </Button>
  );
}
