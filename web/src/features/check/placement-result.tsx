import { Check, ChevronRight, CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react';
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
import { ratioText } from './ratio-text.ts';
import { isProblem, type Verdict, verdictOf, worstFirst } from './verdict.ts';

type Props = { fileId: string; fileName: string; probe: Probe; isMeasured: boolean; placement: Placement };

/**
 * The verdict of one placement, and each rule with the measured value, the source and the date. A broken rule is a sentence. Rules that
 * need no change are folded.
 */
export function PlacementResult({ fileId, fileName, probe, isMeasured, placement }: Props) {
  const { t } = useTranslation();
  const results = worstFirst(check(probe, placement));
  const verdict = verdictOf(results);
  const id = `${fileId}-${placement.id}`;
  const problems = results.filter(isProblem);
  const refusedCount = problems.filter(({ state }) => state === 'refused').length;
  const others = results.filter((result) => !isProblem(result));
  const shop = shopNames[placement.shop];
  const reasons = problems.flatMap(({ state, value, rule }) =>
    rule && state === 'refused' ? ruleSentence(t, { field: rule.field, value, rule }, { shop, language: pageLanguage() }) : [],
  );
  const list = (lines: readonly CheckResult[]) => (
    <ul>
      {lines.map((result) => (
        <ResultLine key={JSON.stringify(result)} result={result} shop={shop} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby={id} className="p-4 lg:px-5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <span className={`grid size-10 shrink-0 place-items-center rounded-full ${chipColors[verdict]}`}>
          <StateIcon state={verdict} className="size-5" />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <h4 id={id} className="text-xl leading-tight font-semibold wrap-break-word">
            {`${shop} · ${placementLabel(placement, t)}`}
          </h4>
          <p className={`mt-0.5 text-base font-semibold ${textColors[verdict]}`}>
            {t(`check.verdict.${verdict}`)}
            {refusedCount > 0 && <span className="money font-normal">{` · ${t('check.problems', { count: refusedCount })}`}</span>}
          </p>
          {reasons.length > 0 && <p className="mt-0.5 text-base text-pretty text-muted">{reasons.join(' ')}</p>}
        </div>
        {/* The plan needs the properties that only the server measures. */}
        {verdict === 'refused' && isMeasured && <FixButton fileName={fileName} probe={probe} placement={placement} />}
      </div>
      {problems.length > 0 && <div className="mt-3">{list(problems)}</div>}
      {others.length > 0 && (
        <details className="group mt-1">
          <summary className="flex min-h-9 w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm text-sm text-muted hover:text-ink touch:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
            {t('check.more_rules', { count: others.length })}
          </summary>
          {list(others)}
        </details>
      )}
    </section>
  );
}

const chipColors: Record<Verdict, string> = {
  passes: 'bg-success-soft text-success',
  warned: 'bg-brass-soft text-brass',
  unknown: 'bg-sand text-ink',
  refused: 'bg-danger-soft text-danger',
};

const textColors: Record<Verdict, string> = {
  passes: 'text-success',
  warned: 'text-brass',
  unknown: 'text-muted',
  refused: 'text-danger',
};

const rowColors: Record<Verdict, string> = {
  passes: '',
  warned: 'bg-brass-soft/60',
  unknown: '',
  refused: 'bg-danger-soft/60',
};

function StateIcon({ state, className }: { state: Verdict; className: string }) {
  if (state === 'passes') return <Check aria-hidden className={`${className} shrink-0 text-success`} />;
  if (state === 'refused') return <CircleAlert aria-hidden className={`${className} shrink-0 text-danger`} />;
  if (state === 'warned') return <TriangleAlert aria-hidden className={`${className} shrink-0 text-brass`} />;
  return <CircleHelp aria-hidden className={`${className} shrink-0 text-muted`} />;
}

function ResultLine({ result: { field, state, value, rule }, shop }: { result: CheckResult; shop: string }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const valueText = (measured: Value) => {
    if (typeof measured === 'boolean') return t(measured ? 'check.yes' : 'check.no');
    if (field === 'ratio' && typeof measured === 'number') return ratioText(measured, language);
    return measuredText(rule?.field ?? 'bytes', measured, language);
  };
  // The sentences about broken rules are below the verdict.
  const advice = rule && state === 'warned' && ruleSentence(t, { field: rule.field, value, rule }, { shop, language });
  const name = t(`marketplaces.field.${field}`);
  return (
    <li
      className={`-mx-4 grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line px-4 py-2 lg:-mx-5 lg:px-5 ${rowColors[state]} tablet:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)]`}
    >
      <p className="flex items-start gap-1.5 [&>svg]:mt-1">
        <StateIcon state={state} className="size-4" />
        <span className="sr-only">{`${t(`check.verdict.${state}`)}: `}</span>
        {rule?.severity === 'warned' ? t('check.recommended', { field: name }) : name}
      </p>
      <p className="money font-semibold">{value === undefined ? (rule ? t('check.not_measured') : '–') : valueText(value)}</p>
      <div className="text-sm text-muted max-tablet:col-span-full tablet:contents">
        <p className="money max-tablet:inline tablet:text-base tablet:text-ink">
          {rule ? limitText(t, rule.field, rule, language) : t('marketplaces.unknown')}
        </p>
        {rule && (
          <p className="max-tablet:inline">
            <span className="tablet:hidden"> · </span>
            <a
              href={rule.source}
              rel="nofollow noreferrer"
              className="wrap-anywhere underline underline-offset-2 hover:text-ink touch:py-1.5"
            >
              {hostOf(rule.source)}
            </a>
            {` · ${rule.sourceDate === null ? t('marketplaces.no_date') : dateText(rule.sourceDate, language)}`}
          </p>
        )}
      </div>
      {advice && <p className="col-span-full text-base text-pretty text-muted">{advice}</p>}
    </li>
  );
}
