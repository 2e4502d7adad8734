import { Check, CircleAlert, CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CheckResult, check } from '#shared/marketplaces/check.ts';
import type { Value } from '#shared/marketplaces/limits.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { dateText, hostOf, limitText, measuredText } from '#web/features/marketplaces/limit-text.ts';
import { placementLabel } from '#web/features/marketplaces/placement-picker.tsx';
import { shopNames } from '#web/features/marketplaces/placements.ts';
import { ruleSentence } from '#web/features/marketplaces/sentence.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { FixButton } from './fix-button.tsx';
import { type Verdict, verdictOf, worstFirst } from './verdict.ts';

type Props = { fileId: string; fileName: string; probe: Probe; isMeasured: boolean; placement: Placement };

/** Each rule of one placement, with the measured value, the source and the date. A broken rule is shown as a sentence. */
export function PlacementResult({ fileId, fileName, probe, isMeasured, placement }: Props) {
  const { t } = useTranslation();
  const results = worstFirst(check(probe, placement));
  const verdict = verdictOf(results);
  const id = `${fileId}-${placement.id}`;
  return (
    <section aria-labelledby={id} className="mt-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 id={id} className="font-sans text-base font-semibold tracking-normal">
          {`${shopNames[placement.shop]} · ${placementLabel(placement, t)}`}
        </h4>
        <p className="flex items-center gap-1.5">
          <StateIcon state={verdict} />
          {t(`check.verdict.${verdict}`)}
        </p>
      </div>
      <ul className="mt-1">
        {results.map((result) => (
          <ResultLine key={JSON.stringify(result)} result={result} shop={shopNames[placement.shop]} />
        ))}
      </ul>
      {/* The plan needs the properties that only the server measures. */}
      {verdict === 'refused' && isMeasured && <FixButton fileName={fileName} probe={probe} placement={placement} />}
    </section>
  );
}

function StateIcon({ state }: { state: Verdict }) {
  if (state === 'passes') return <Check aria-hidden className="size-4 shrink-0 text-success" />;
  if (state === 'refused') return <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />;
  return <CircleHelp aria-hidden className="size-4 shrink-0 text-muted" />;
}

function ResultLine({ result: { field, state, value, rule }, shop }: { result: CheckResult; shop: string }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const valueText = (measured: Value) => {
    if (typeof measured === 'boolean') return t(measured ? 'check.yes' : 'check.no');
    return measuredText(rule?.field ?? 'bytes', measured, language);
  };
  const sentence =
    rule && (state === 'refused' || state === 'warned') && ruleSentence(t, { field: rule.field, value, rule }, { shop, language });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line py-1.5 first:border-t-0 max-tablet:*:even:text-end tablet:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)]">
      <p className="flex items-center gap-1.5">
        <StateIcon state={state} />
        <span className="sr-only">{`${t(`check.verdict.${state}`)}: `}</span>
        {t(`marketplaces.field.${field}`)}
      </p>
      <p className="money font-semibold">{value === undefined ? (rule ? t('check.not_measured') : '–') : valueText(value)}</p>
      <p className="money max-tablet:text-muted">{rule ? limitText(t, rule.field, rule, language) : t('marketplaces.unknown')}</p>
      <p className="text-sm text-muted">
        {rule && (
          <>
            <a
              href={rule.source}
              rel="nofollow noreferrer"
              className="wrap-anywhere underline underline-offset-2 hover:text-ink touch:py-1.5"
            >
              {hostOf(rule.source)}
            </a>
            {` · ${rule.sourceDate === null ? t('marketplaces.no_date') : dateText(rule.sourceDate, language)}`}
          </>
        )}
      </p>
      {sentence && <p className="col-span-full text-start! text-pretty">{sentence}</p>}
    </li>
  );
}
