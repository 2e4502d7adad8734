import { useTranslation } from 'react-i18next';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { refusalSentences } from './readiness-sentences.ts';
import { useReadiness } from './readiness-store.ts';
import { StateIcon } from './state-icon.tsx';

type Props = {
  /** The properties of the result that are known before the order. The other properties are missing. */
  probe: Probe;
  /** Whether finish can adapt this result. Finish cannot replace a generated background. */
  canFinish: boolean;
  className?: string;
};

/** Says before an order which of the seller's marketplaces will refuse the result, and whether its file can be adapted without a charge. */
export function ExpectedReadiness({ probe, canFinish, className = '' }: Props) {
  const { t } = useTranslation();
  const refusing = useReadiness(probe).filter(({ state }) => state === 'notReady');
  if (refusing.length === 0) return null;
  return (
    <p data-expected className={`flex items-start gap-1.5 text-sm leading-snug text-pretty text-muted ${className}`}>
      <StateIcon state="notReady" className="mt-0.5 size-4" />
      <span>
        {refusalSentences(t, refusing, pageLanguage()).join(' ')}
        {canFinish && ` ${t('readiness.finish_later', { finish: t('finish.button') })}`}
      </span>
    </p>
  );
}
