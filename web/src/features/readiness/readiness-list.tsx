import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { Readiness } from '#shared/marketplaces/readiness.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { useFinish } from '#web/features/finish/use-finish.tsx';
import { dateText, hostOf } from '#web/features/marketplaces/limit-text.ts';
import { placementName } from '#web/features/marketplaces/placement-name.ts';
import { ruleSentence } from '#web/features/marketplaces/sentence.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { Button } from '#web/ui/button.tsx';
import { placementSentences } from './readiness-sentences.ts';
import { useReadiness } from './readiness-store.ts';
import { StateIcon } from './state-icon.tsx';
import { stateText } from './state-text.ts';

type Props = { probe: Probe | undefined; result: string | undefined };

/**
 * Each chosen placement with the rules that refuse the result. Each rule has a sentence, the source and the date. 'Fix' makes a file that
 * passes.
 */
export function ReadinessList({ probe, result }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const shops = useReadiness(probe);
  if (shops.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="mb-1 text-sm text-muted">
        {t('marketplaces.shops')}
      </h4>
      <ul className="grid gap-2">
        {shops.flatMap(({ name, placements }) =>
          placements.map((readiness) => (
            <PlacementReadiness key={readiness.placement.id} readiness={readiness} shop={name} result={result} />
          )),
        )}
      </ul>
    </section>
  );
}

function PlacementReadiness({ readiness, shop, result }: { readiness: Readiness; shop: string; result: string | undefined }) {
  const { t } = useTranslation();
  const { state, placement, rules } = readiness;
  const finish = useFinish(placement.kind, result === undefined ? [] : [result], [placement.id as PlacementId]);
  const name = [placementName(placement, t), placement.region && t(`marketplaces.region.${placement.region}`)].filter(Boolean).join(' · ');
  return (
    <li className="flex items-start gap-2">
      <StateIcon state={state} className="mt-1 size-4" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-base">
          <span className="font-semibold">{shop}</span>
          {` · ${name}`}
          <span className="sr-only">{`: ${stateText(t, state, shop)}`}</span>
        </p>
        {state === 'notReady' ? (
          rules.map((rule) => <RuleLine key={JSON.stringify(rule.rule)} broken={rule} shop={shop} />)
        ) : (
          <p className="text-muted">{placementSentences(t, readiness, shop, pageLanguage()).join(' ')}</p>
        )}
      </div>
      {state === 'notReady' && result !== undefined && (
        <Button size="small" aria-label={`${t('check.fix')}: ${shop} · ${name}`} onClick={finish.open}>
          {t('check.fix')}
        </Button>
      )}
      {finish.dialog}
    </li>
  );
}

function RuleLine({ broken, shop }: { broken: Readiness['rules'][number]; shop: string }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const { source, sourceDate } = broken.rule;
  return (
    <p className="text-pretty">
      {ruleSentence(t, broken, { shop, language })}{' '}
      <a href={source} rel="nofollow noreferrer" className="wrap-anywhere text-muted underline underline-offset-2 hover:text-ink">
        {hostOf(source)}
      </a>
      <span className="text-muted">{` · ${sourceDate === null ? t('marketplaces.no_date') : dateText(sourceDate, language)}`}</span>
    </p>
  );
}
