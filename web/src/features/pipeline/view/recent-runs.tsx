import { ImageIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/lib/router.tsx';
import { dateAndTime } from '#web/lib/time.ts';
import { type RunSummary, usePipeline } from '../store/core.ts';
import { runLink } from './use-run-address.ts';

/** Earlier runs, including runs of other devices. */
export function RecentRuns() {
  const { t } = useTranslation();
  const runs = usePipeline((state) => state.runs);
  const shownId = usePipeline((state) => state.runId);
  const isKnown = usePipeline((state) => state.isRunKnown);
  const otherRuns = runs.filter(({ runId }) => runId !== shownId);
  if (!isKnown || otherRuns.length === 0) return null;
  return (
    <section aria-label={t('pipeline.recent')} className="mt-8">
      <h2 className="text-xl font-semibold">{t('pipeline.recent')}</h2>
      <ul className="mt-3 grid gap-3 xs:grid-cols-2 tablet:grid-cols-3 desktop:grid-cols-4 2xl:grid-cols-6">
        {otherRuns.map((run) => (
          <li key={run.runId}>
            <RecentRun run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentRun({ run: { runId, status, createdAt, iteration, inputTitle, thumbnailUrl } }: { run: RunSummary }) {
  const { t, i18n } = useTranslation();
  return (
    <Link
      to={runLink(runId)}
      onClick={() => window.scrollTo(0, 0)}
      className="flex items-center gap-3 rounded-lg border border-line bg-surface p-2.5 shadow-card transition-colors hover:border-accent-text"
    >
      <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-sm bg-wall">
        {thumbnailUrl ? (
          <img src={thumbnailUrl} alt="" className="size-full object-cover" />
        ) : (
          <ImageIcon aria-hidden className="size-5 text-muted" />
        )}
      </span>
      <span className="min-w-0 leading-snug">
        {inputTitle && <span className="block truncate font-semibold">{inputTitle}</span>}
        <span className={`money block truncate ${inputTitle ? 'text-sm text-muted' : ''}`}>
          <span className={inputTitle ? '' : 'font-semibold'}>{t(`pipeline.run_status.${status}`)}</span>
          {' · '}
          {t('pipeline.images', { count: iteration })}
        </span>
        <span className="block truncate text-sm text-muted">{dateAndTime(createdAt, i18n.language)}</span>
      </span>
    </Link>
  );
}
