import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Spinner } from '#web/ui/spinner.tsx';

/** What a page begins with, as keys of its texts, and whether the switch between two tools comes above (tool-switch.tsx). */
export type Lead = { title: ParseKeys; text: ParseKeys; isBelowSwitch?: true };

/** A page whose file is on its way: its own first words, where they are known, at the place where they stay. */
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
