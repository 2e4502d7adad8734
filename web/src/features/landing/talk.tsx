import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { site } from '#shared/site.ts';
import { loadConfig } from '#web/lib/config.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const mailto = (address: string) => `mailto:${address}`;

/** Talk to Us: the appointment form in a dialog (checklist G2, G3); where there is none, a mail; where there is no address, nothing. */
export function TalkButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const intro = useRef<HTMLParagraphElement>(null);
  // Not into the frame, where Escape would not be the dialog's.
  useEffect(() => {
    if (open) intro.current?.focus();
  }, [open]);
  const config = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY });
  const schedulingUrl = config.data?.schedulingUrl;
  const address = site.contacts.general;
  // Its room is kept until it is known whether there is a form.
  if (config.isSuccess && !schedulingUrl)
    return address ? (
      <a href={mailto(address)} className={buttonClass('secondary', 'large')}>
        {t('landing.talk')}
      </a>
    ) : null;
  return (
    <>
      <Button size="large" disabled={!schedulingUrl} onClick={() => setOpen(true)}>
        {t('landing.talk')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('talk.title')} wide>
        <p ref={intro} tabIndex={-1} className="text-muted outline-none">
          {t('talk.intro')}
        </p>
        <div className="relative mt-4 h-[min(34rem,55dvh)] overflow-hidden rounded-md border border-line bg-paper">
          <p role="status" className="absolute inset-0 grid place-items-center text-sm text-muted">
            <span className="flex items-center gap-2">
              <Spinner />
              {t('talk.loading')}
            </span>
          </p>
          <iframe src={schedulingUrl} title={t('talk.frame')} className="relative size-full" />
        </div>
        {address && (
          <p className="mt-4 text-sm text-muted">
            {t('talk.direct')}{' '}
            <a href={mailto(address)} className="text-accent-text underline underline-offset-4">
              {address}
            </a>
          </p>
        )}
      </Dialog>
    </>
  );
}
