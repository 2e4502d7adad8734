import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { site } from '#shared/site.ts';
import { useConfig } from '#web/lib/config.ts';
import { Boundary, PartFailed } from '#web/ui/boundary.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';

const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog.tsx')).ContactDialog }));

/**
 * The button Talk to Us opens the appointment form. If there is no form, it is a mail link. If there is also no mail address, nothing is
 * shown.
 */
export function ContactButton() {
  const { t } = useTranslation();
  // After its first opening, the closed dialog stays in the page, because it must return the focus to the button.
  const [open, setOpen] = useState<boolean>();
  const config = useConfig();
  const schedulingUrl = config?.schedulingUrl;
  const address = site.contacts.general;
  // Only the configuration says whether there is a form. Until it is loaded, the page only reserves the space of the button.
  if (config && !schedulingUrl)
    return address ? (
      <a href={`mailto:${address}`} className={buttonClass('secondary', 'large')}>
        {t('landing.talk')}
      </a>
    ) : null;
  return (
    <>
      <Button size="large" disabled={!schedulingUrl} onClick={() => setOpen(true)}>
        {t('landing.talk')}
      </Button>
      {open !== undefined && schedulingUrl && (
        <Boundary
          fallback={
            // The text is in a separate line that does not make the column wider.
            <div className="w-0 min-w-full">
              <PartFailed />
            </div>
          }
        >
          <Suspense fallback={null}>
            <ContactDialog open={open} schedulingUrl={schedulingUrl} address={address} onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
