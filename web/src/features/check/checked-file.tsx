import { useTranslation } from 'react-i18next';
import { visitorFilesPerDay } from '#shared/check/api.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { measuredText } from '#web/features/marketplaces/limit-text.ts';
import { findingSentence } from '#web/features/marketplaces/sentence.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FilePreview } from './file-preview.tsx';
import { PlacementResult } from './placement-result.tsx';
import type { CheckedFile } from './use-checks.ts';
import { worstPlacementsFirst } from './verdict.ts';

type Props = { file: CheckedFile; placements: readonly Placement[] };

/** One file: its picture and properties, and beside them its problem or the result for each placement. */
export function CheckedFileCard({ file, placements }: Props) {
  const { id, name, localProbe, report, error } = file;
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  const probe = report && 'probe' in report ? report.probe : localProbe;
  // The placements that refuse the file are first.
  const matching = probe ? worstPlacementsFirst(probe, placements) : [];
  const problem = report && 'problem' in report ? report.problem : undefined;
  const isRunning = !report && !error;
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-surface shadow-card lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="flex items-center gap-3 p-4 max-lg:pb-0 lg:flex-col lg:items-stretch lg:gap-0 lg:border-e lg:border-line lg:p-0">
        <FilePreview file={file} />
        <div className="min-w-0 lg:p-4">
          <h3 id={id} className="font-sans text-lg leading-snug font-semibold tracking-normal wrap-anywhere">
            {name}
          </h3>
          {probe && <p className="money mt-0.5 text-sm text-muted">{factsOf(probe)}</p>}
          {isRunning && (
            <p className="mt-1 flex items-center gap-2 text-sm text-brass">
              <Spinner className="size-4" />
              {t('check.running')}
            </p>
          )}
        </div>
      </div>
      <div className="min-w-0 divide-y divide-line">
        {error && (
          <div className="p-4 lg:px-5">
            <Alert tone="danger">
              {error === 'DailyLimit' && !isSeller ? t('check.daily_limit', { files: visitorFilesPerDay }) : t(`errors.${error}`)}
            </Alert>
          </div>
        )}
        {problem && (
          <div className="p-4 lg:px-5">
            <Alert tone="danger">{t(`check.problem.${problem}`)}</Alert>
          </div>
        )}
        {!problem && probe && matching.length === 0 && <p className="p-4 text-muted lg:px-5">{t('check.no_place')}</p>}
        {!problem &&
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
          <p className="p-4 text-base text-muted lg:px-5">
            {`${t('check.noticed')}: `}
            {report.findings.map((finding) => findingSentence(t, finding)).join(' ')}
          </p>
        )}
      </div>
    </li>
  );
}

const bytesPerMegabyte = 1_000_000;

/** A small file would have 0 MB. */
const kilobytes = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(bytes / 1_000);

/** Returns for example '8 sec · 1080 × 1920 · 16 MB'. */
function factsOf(probe: Probe): string {
  const language = pageLanguage();
  const { width, height, bytes } = probe;
  const seconds = probe.kind === 'video' ? probe.seconds : undefined;
  return [
    seconds !== undefined && measuredText('seconds', seconds, language),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    bytes !== undefined && (bytes < bytesPerMegabyte ? kilobytes(bytes, language) : measuredText('bytes', bytes, language)),
  ]
    .filter(Boolean)
    .join(' · ');
}
