import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKey } from '#web/features/batch/cards/failure.ts';
import { placeText } from '#web/features/batch/cards/place-text.ts';
import { wasDeliveredLate } from '#web/features/batch/cards/run.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import type { ShownVideo } from '../run.ts';
import { useSendingText } from './use-sending-text.ts';
import type { Version } from './use-version.ts';

/** The state of a version as text: its result, its price, and the reason if there is no video. */
export function VersionStatus({ version }: { version: Version }) {
  const { item, state, isCancelling } = version;
  const { t, i18n } = useTranslation();
  const sendingText = useSendingText(version);
  if (!item || state === 'sending') return <Line word={sendingText} tone="text-brass" />;
  if (state === 'ready') return <Ready item={item} />;
  if (state === 'failed' || state === 'cancelled') return <NotMade item={item} />;
  if (isCancelling) return <Line word={t('state.cancelling')} tone="text-muted" />;
  const place = placeText(item, t, i18n.language);
  return (
    <Line word={t(`state.${state}`)} tone="text-brass">
      {(state === 'queued' || item.line) && place && `${place} · `}
      {t('single.held', { amount: dollarsFromApi(item.cost) })}
    </Line>
  );
}

function Line({ word, tone, children }: { word: string; tone: string; children?: ReactNode }) {
  return (
    <p className="money mt-1 text-sm text-muted">
      <span className={`font-semibold ${tone}`}>{word}</span>
      {children !== undefined && <> · {children}</>}
    </p>
  );
}

function Ready({ item }: { item: ShownVideo }) {
  const { t } = useTranslation();
  if (wasDeliveredLate(item)) return <Line word={t('batch.result.late')} tone="text-success" />;
  const durationMs = Date.parse(item.completedAt ?? '') - Date.parse(item.startedAt ?? '');
  return (
    <Line word={t('state.ready')} tone="text-success">
      {t('batch.result.charged', { amount: dollarsFromApi(item.charged) })}
      {durationMs > 0 && ` · ${t('single.made_in', { time: elapsedTime(durationMs) })}`}
    </Line>
  );
}

function NotMade({ item }: { item: ShownVideo }) {
  const { t } = useTranslation();
  const failed = item.status === 'failed';
  return (
    <>
      <Line word={t(failed ? 'state.failed' : 'state.cancelled')} tone={failed ? 'text-danger' : 'text-ink'}>
        <span className="text-muted">{t('batch.result.not_charged')}</span>
        {failed && item.retryCount > 0 && ` · ${t('batch.result.tried', { count: item.retryCount + 1 })}`}
      </Line>
      {failed && (
        <p className="mt-2.5 rounded-md bg-danger-soft px-3.5 py-2.5 text-sm text-pretty low:mt-2 low:py-2">
          {t(failureKey('video', item.error))}
        </p>
      )}
    </>
  );
}
