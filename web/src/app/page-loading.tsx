import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Loading } from '#web/ui/loading.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';

/** Text keys of a page's title and subtitle, and whether the page has the tool switch (tool-switch.tsx) above the title. */
export type Lead = { title: ParseKeys; text: ParseKeys; isBelowSwitch?: true };

/** The placeholder of a page while its file loads. If the title and the subtitle are known, they are already at their final position. */
export function PageLoading({ lead }: { lead: Lead | undefined }) {
  const { t } = useTranslation();
  return (
    <PageWidth className="min-h-dvh pt-8 lg:pt-12">
      {lead && (
        <>
          {lead.isBelowSwitch && <div className="mb-4 h-11.5" />}
          <h1 className="text-4xl font-semibold">{t(lead.title)}</h1>
          <p className="mt-2 max-w-2xl text-pretty text-muted">{t(lead.text)}</p>
        </>
      )}
      <Loading label={t('common.loading')} className="py-[25dvh]" />
    </PageWidth>
  );
}
