import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#shared/marketplaces/fields.ts';
import { reviewState } from '#shared/marketplaces/review.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';
import { dateText, hostOf, limitText } from './limit-text.ts';
import { placementName } from './placement-name.ts';
import type { Conflict, Rule } from './placements.ts';

/** All rules of one placement. Rules about the same property are in one row. */
export function PlacementRules({ placement }: { placement: Placement }) {
  const { t } = useTranslation();
  const { id, rules, conflicts, unknown } = placement;
  // The prerendered page does not know the day of the visit.
  const isDue = !useIsPrerendered() && reviewState(placement, new Date().toISOString().slice(0, 10)) === 'due';
  const fields = [...new Set(rules.map(({ field }) => field))];
  return (
    <article aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface px-4 pt-3 pb-1">
      <h3 id={id} className="font-sans text-lg font-semibold tracking-normal">
        {placementName(placement, t)}
        {placement.region && <span className="font-normal text-muted">{` · ${t(`marketplaces.region.${placement.region}`)}`}</span>}
      </h3>
      {isDue && <p className="text-base text-brass">{t('marketplaces.review_due')}</p>}
      <table aria-labelledby={id} className="mt-1 w-full table-fixed hyphens-auto wrap-break-word">
        <colgroup>
          <col className="w-1/3 md:w-1/5" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('marketplaces.rule')}</th>
            <th scope="col">{`${t('marketplaces.requirement')}, ${t('marketplaces.source')}`}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <Row key={field} field={field}>
              {rules
                .filter((rule) => rule.field === field)
                .map((rule) => (
                  <RuleLine key={JSON.stringify(rule)} rule={rule} />
                ))}
              {conflicts
                .filter((conflict) => conflict.field === field)
                .map((conflict) => (
                  <ConflictLine key={JSON.stringify(conflict)} conflict={conflict} />
                ))}
            </Row>
          ))}
          {unknown.map((field) => (
            <Row key={field} field={field}>
              <p className="text-muted">{t('marketplaces.unknown')}</p>
            </Row>
          ))}
        </tbody>
      </table>
    </article>
  );
}

function Row({ field, children }: { field: Field | 'size'; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-3 text-start align-top font-normal">
        {t(`marketplaces.field.${field}`)}
      </th>
      <td className="py-2 align-top">{children}</td>
    </tr>
  );
}

function RuleLine({ rule }: { rule: Rule }) {
  const { t } = useTranslation();
  return (
    <div className="gap-x-6 not-first:mt-2 md:grid md:grid-cols-2 md:items-baseline md:not-first:mt-1">
      <p className="money font-semibold">
        {limitText(t, rule.field, rule, pageLanguage())}
        {rule.severity === 'warned' && !rule.any && <span className="font-normal text-muted">{` · ${t('marketplaces.advised')}`}</span>}
      </p>
      <SourceLine fact={rule} />
    </div>
  );
}

function ConflictLine({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation();
  return (
    <div className="mt-2 gap-x-6 md:mt-1 md:grid md:grid-cols-2 md:items-baseline">
      <p className="money">{t('marketplaces.other_source', { value: limitText(t, conflict.field, conflict, pageLanguage()) })}</p>
      <SourceLine fact={conflict} />
    </div>
  );
}

function SourceLine({ fact: { source, sourceDate, grade } }: { fact: Rule | Conflict }) {
  const { t } = useTranslation();
  const date = sourceDate === null ? t('marketplaces.no_date') : dateText(sourceDate, pageLanguage());
  return (
    <p className="text-sm text-muted">
      <a href={source} rel="nofollow noreferrer" className="wrap-anywhere underline underline-offset-2 hover:text-ink touch:py-1.5">
        {hostOf(source)}
      </a>
      {` · ${date} · ${t(`marketplaces.grade.${grade}`)}`}
    </p>
  );
}
