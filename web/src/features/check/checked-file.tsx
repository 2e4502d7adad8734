import { useTranslation } from 'react-i18next';
import { visitorFilesPerDay } from '#shared/check/api.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { findingSentence } from '#web/features/marketplaces/sentence.ts';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FilePreview } from './file-preview.tsx';
import { PlacementResult } from './placement-result.tsx';
import type { CheckedFile } from './use-checks.ts';
import { worstPlacementsFirst } from './verdict.ts';

type Props = { file: CheckedFile; placements: readonly Placement[] };

/** One file with its problem, or with its result for each placement. */
export function CheckedFileCard({ file, placements }: Props) {
  const { id, name, localProbe, report, error } = file;
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  const probe = report && 'probe' in report ? report.probe : localProbe;
  // The placements that refuse the file are first.
  const matching = probe ? worstPlacementsFirst(probe, placements) : [];
  const hasProblem = report !== undefined && 'problem' in report;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <FilePreview file={file} />
        <div className="min-w-0">
          <h3 id={id} className="font-sans text-lg font-semibold tracking-normal wrap-anywhere">
            {name}
          </h3>
          {!report && !error && (
            <p className="mt-1 flex items-center gap-2 text-muted">
              <Spinner className="size-4" />
              {t('check.running')}
            </p>
          )}
        </div>
      </div>
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
        matching.map((placement) => (
          <PlacementResult
            key={placement.id}
            fileId={id}
            fileName={name}
            probe={probe}
            isMeasured={report !== undefined}
            placement={placement}
          />
        ))}
      {report && 'findings' in report && report.findings.length > 0 && (
        <p className="mt-3 border-t border-line pt-2 text-muted">
          {`${t('check.noticed')}: `}
          {report.findings.map((finding) => findingSentence(t, finding)).join(' ')}
        </p>
      )}
    </li>
  );
}
