import { useTranslation } from 'react-i18next';
import { visitorFilesPerDay } from '#shared/check/api.ts';
import type { Finding } from '#shared/check/findings.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PlacementResult } from './placement-result.tsx';
import type { CheckedFile } from './use-checks.ts';

type Props = { file: CheckedFile; placements: readonly Placement[] };

/** One file with its problem, or with its result for each placement. */
export function CheckedFileCard({ file: { id, name, localProbe, report, error }, placements }: Props) {
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  const probe = report && 'probe' in report ? report.probe : localProbe;
  const matching = placements.filter(({ kind }) => kind === probe?.kind);
  const hasProblem = report !== undefined && 'problem' in report;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <h3 id={id} className="font-sans text-lg font-semibold tracking-normal wrap-anywhere">
        {name}
      </h3>
      {!report && !error && (
        <p className="mt-1 flex items-center gap-2 text-muted">
          <Spinner className="size-4" />
          {t('check.running')}
        </p>
      )}
      {error && (
        <Alert tone="danger" className="mt-2">
          {error === 'DailyLimit' && !isSeller ? t('check.daily_limit', { files: visitorFilesPerDay }) : t(`errors.${error}`)}
        </Alert>
      )}
      {hasProblem && (
        <Alert tone="danger" className="mt-2">
          {t(`check.problem.${report.problem}`)}
        </Alert>
      )}
      {!hasProblem && probe && matching.length === 0 && <p className="mt-1 text-muted">{t('check.no_place')}</p>}
      {!hasProblem &&
        probe &&
        matching.map((placement) => <PlacementResult key={placement.id} fileId={id} probe={probe} placement={placement} />)}
      {report && 'findings' in report && report.findings.length > 0 && (
        <p className="mt-3 border-t border-line pt-2 text-muted">
          {`${t('check.noticed')}: `}
          <Findings findings={report.findings} />
        </p>
      )}
    </li>
  );
}

/** If a finding is also a property in the rules, it uses the name of this property. */
function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation();
  const textOf = (finding: Finding) => {
    switch (finding) {
      case 'hdr':
      case 'moovAtEnd':
      case 'headerLength':
      case 'wideColours':
        return t(`check.finding.${finding}`);
      case 'transparent':
        return t('marketplaces.field.alpha');
      default:
        return t(`marketplaces.field.${finding}`);
    }
  };
  return findings.map(textOf).join(' · ');
}
