import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Props = { open: boolean; schedulingUrl: string; address: string; onClose: () => void };

/** The appointment form in an iframe (docs/spec.md 2.3). */
export function ContactDialog({ open, schedulingUrl, address, onClose }: Props) {
  const { t } = useTranslation();
  const intro = useRef<HTMLParagraphElement>(null);
  // The focus starts outside the iframe, because Escape does not close the dialog while the iframe has the focus.
  useEffect(() => {
    if (open) intro.current?.focus();
  }, [open]);
  return (
    <Dialog open={open} onClose={onClose} title={t('talk.title')} wide>
      <p ref={intro} tabIndex={-1} className="text-muted outline-none">
        {t('talk.intro')}
      </p>
      <div className="relative mt-4 h-[min(34rem,55dvh)] overflow-hidden rounded-md border border-line bg-paper">
        <p role="status" className="absolute inset-0 grid place-items-center text-base text-muted">
          <span className="flex items-center gap-2">
            <Spinner />
            {t('talk.loading')}
          </span>
        </p>
        <iframe src={schedulingUrl} title={t('talk.frame')} className="relative size-full" />
      </div>
      {address && (
        <p className="mt-4 text-base text-muted">
          {t('talk.direct')}{' '}
          <a href={`mailto:${address}`} className="text-accent-text underline underline-offset-4">
            {address}
          </a>
        </p>
      )}
    </Dialog>
  );
}
