import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

/** Catches what a page throws, or a part of it that a new release has replaced, and offers a reload. React has no hook for it. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('the page failed', error, info.componentStack);
  }

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="mx-auto grid max-w-lg justify-items-center gap-4 px-6 py-24 text-center">
      <h1 className="text-2xl font-semibold">{t('app.failed_title')}</h1>
      <p className="text-muted">{t('app.failed_text')}</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('app.reload')}
      </Button>
    </div>
  );
}
