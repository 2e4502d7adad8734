import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PackageResponse } from '#shared/package/api.ts';
import { FileLink, Refused } from '#web/features/finish/finish-file.tsx';
import { measuredText } from '#web/features/marketplaces/limit-text.ts';
import { placementLabel } from '#web/features/marketplaces/placement-picker.tsx';
import { placementsById, shopNames } from '#web/features/marketplaces/placements.ts';
import { formatNumber } from '#web/lib/i18n/format-number.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { Progress } from '#web/ui/progress.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** A package that is being made or is ready: its state, its parts, and the files that it does not contain. */
export function MadePackage({ made }: { made: PackageResponse }) {
  const { t } = useTranslation();
  const { marketplace, status, done, count, leftOut } = made;
  const name = shopNames[marketplace];
  return (
    <section aria-label={name} className="rounded-lg border border-line p-4">
      <h3 className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal">
        {status === 'ready' && count > 0 && <CircleCheck aria-hidden className="size-5 text-success" />}
        {(status === 'failed' || (status === 'ready' && count === 0)) && <CircleAlert aria-hidden className="size-5 text-danger" />}
        {(status === 'waiting' || status === 'making') && <Spinner className="size-4" />}
        {name}
      </h3>
      <p className="money mt-1 text-sm text-muted">{stateText()}</p>
      {status === 'making' && <Progress label={name} value={done} max={count} className="mt-2" />}
      <Parts made={made} />
      {leftOut.count > 0 && <LeftOut leftOut={leftOut} />}
    </section>
  );

  function stateText(): string {
    if (status === 'waiting') return t('package.waiting');
    if (status === 'making') return t('package.packing', { done: formatNumber(done), total: formatNumber(count) });
    if (status === 'failed') return t('package.failed');
    return count === 0 ? t('package.nothing') : t('package.file_count', { number: formatNumber(count) });
  }
}

function Parts({ made: { parts } }: { made: PackageResponse }) {
  const links = parts.flatMap(({ url, ...part }) => (url === undefined ? [] : [{ ...part, url }]));
  if (links.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-2">
      {links.map(({ url, fileName, sizeBytes }) => (
        <li key={fileName} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span dir="ltr" className="min-w-0 text-sm wrap-anywhere">
            {fileName}
            <span className="money text-muted">{` · ${measuredText('bytes', sizeBytes, pageLanguage())}`}</span>
          </span>
          <FileLink url={url} fileName={fileName} />
        </li>
      ))}
    </ul>
  );
}

/** The files that the package does not contain, with the reason of each file. */
function LeftOut({ leftOut: { count, files } }: { leftOut: PackageResponse['leftOut'] }) {
  const { t } = useTranslation();
  return (
    <details className="mt-3 text-sm" open={files.length <= 3}>
      <summary className="cursor-pointer font-semibold">{t('package.left_out', { number: formatNumber(count) })}</summary>
      <ul className="mt-1">
        {files.map(({ title, placement, reason, refusal }) => {
          const rules = placementsById.get(placement);
          return (
            <li key={`${title}/${placement}`} className="border-t border-line py-2">
              <p className="wrap-anywhere">
                {title}
                {rules && <span className="text-muted">{` · ${placementLabel(rules, t)}`}</span>}
              </p>
              {refusal ? (
                <Refused refusal={refusal} shop={rules ? shopNames[rules.shop] : ''} />
              ) : (
                <p className="text-muted">{t(`package.reason.${reason}`)}</p>
              )}
            </li>
          );
        })}
      </ul>
      {count > files.length && <p className="mt-1 text-muted">{t('package.more_left_out')}</p>}
    </details>
  );
}
