import { useTranslation } from 'react-i18next';
import type { BatchResponse } from '#shared/batch/api.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { type ReceiptLine, receiptOf } from '#web/features/batch/cards/receipt.ts';
import { dollars } from '#web/lib/money.ts';
import { modelText } from './model-text.ts';

/** The amounts that were held, charged and released for a batch. A redo has a separate receipt with its number. */
export function Receipt({ batch, redoNumber }: { batch: BatchResponse; redoNumber?: number | undefined }) {
  const { t } = useTranslation();
  const { lines, held, charged, released, reserved } = receiptOf(batch);
  const rateOf = ({ each, perSecond }: ReceiptLine) =>
    perSecond
      ? t(perSecond.generateAudio ? 'history.receipt.rate_audio' : 'history.receipt.rate_silent', {
          rate: dollars(perSecond.rate),
          seconds: videoDefaults.durationSeconds,
          each: dollars(each),
        })
      : t('history.receipt.rate_image', { each: dollars(each) });
  const sums = [
    { label: t('history.receipt.held'), amount: held },
    { label: t('history.receipt.released'), amount: released },
    ...(reserved > 0 ? [{ label: t('history.receipt.reserved'), amount: reserved }] : []),
  ];

  return (
    <section aria-labelledby={`receipt-${batch.batchId}`} className="money rounded-md border border-line bg-paper p-4 text-base">
      <h3 id={`receipt-${batch.batchId}`} className="font-semibold">
        {redoNumber === undefined ? t('history.receipt.title') : t('history.receipt.redo_title', { number: redoNumber })}
      </h3>
      <ul className="mt-2 space-y-2 border-b border-line pb-3">
        {lines.map((line) => (
          <li key={`${line.model} ${line.perSecond?.generateAudio} ${line.each}`} className="flex items-baseline justify-between gap-4">
            <span>
              {t('history.receipt.line', { count: line.count, model: modelText(line.model, t) })}
              <span className="block text-sm text-muted">{rateOf(line)}</span>
            </span>
            <span>{dollars(line.count * line.each)}</span>
          </li>
        ))}
      </ul>
      <dl className="pt-3">
        {sums.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4 py-0.5 text-muted">
            <dt>{label}</dt>
            <dd>{dollars(amount)}</dd>
          </div>
        ))}
        <div className="mt-1.5 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>{t('history.receipt.charged')}</dt>
          <dd>{dollars(charged)}</dd>
        </div>
      </dl>
    </section>
  );
}
