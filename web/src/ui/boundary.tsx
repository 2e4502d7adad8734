import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

type Props = { children: ReactNode /** The element that replaces the failed part. */; fallback: ReactNode };

/**
 * Catches errors of its children, for example if a new release has removed the file of a page. This component is a class, because React has
 * no hook that catches errors.
 */
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

/** The message that replaces a failed page. */
export function PageFailed() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="mx-auto grid max-w-lg justify-items-center gap-4 px-6 py-24 text-center">
      <h1 className="text-4xl font-semibold">{t('app.failed_title')}</h1>
      <p className="text-muted">{t('app.failed_text')}</p>
      <ReloadButton />
    </div>
  );
}

/** The message that replaces a failed part. The other parts of the page stay visible. */
export function PartFailed() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-4 border-y border-line bg-sand px-6 py-3">
      <p>{t('app.failed_text')}</p>
      <ReloadButton />
    </div>
  );
}

export function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button kind="primary" onClick={() => window.location.reload()}>
      {t('app.reload')}
    </Button>
  );
}
