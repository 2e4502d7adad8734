import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';

/** Text keys of a page's title and subtitle, and whether the tool switch (tool-switch.tsx) is above them. */
export type Lead = { title: ParseKeys; text: ParseKeys; isBelowSwitch?: true };

/** Shown while a page's file loads: its title and subtitle, if known, at their final position. */
export function PageLoading({ lead }: { lead: Lead | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
      {lead && (
        <>
          {lead.isBelowSwitch && <div className="mb-4 h-11.5" />}
          <h1 className="text-2xl font-semibold">{t(lead.title)}</h1>
          <p className="mt-2 max-w-2xl text-pretty text-muted">{t(lead.text)}</p>
        </>
      )}
      <p role="status" className="grid place-items-center py-[25dvh]">
        <Spinner className="size-7" />
        <span className="sr-only">{t('common.loading')}</span>
      </p>
    </div>
  );
}
