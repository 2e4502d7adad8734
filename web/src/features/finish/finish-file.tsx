import { Check, CircleAlert, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FinishFileResponse, RefusalResponse } from '#shared/finish/api.ts';
import type { Field } from '#shared/marketplaces/fields.ts';
import type { Limit } from '#shared/marketplaces/limits.ts';
import { hostOf, limitText, measuredText } from '#web/features/marketplaces/limit-text.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Changes that a seller can see. Other changes are technical. */
const shownFields: readonly string[] = ['seconds', 'bytes', 'width', 'height', 'frameRate', 'format', 'fillShare'];
const shownSteps = ['addCards', 'playBackwards', 'reframe', 'removeAudio', 'place'] as const;

/** One file for one placement: its changes, its state and its download. */
export function FinishFile({ file }: { file: FinishFileResponse }) {
  const { t } = useTranslation();
  const { title, status, url, fileName } = file;
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-2">
      <div className="min-w-0">
        <p className="truncate" title={title}>
          {title}
        </p>
        {status === 'refused' ? <Refused refusal={file.refusal} /> : <p className="money text-sm text-muted">{changesText(file)}</p>}
        {status === 'failed' && <p className="text-sm text-danger">{t('finish.failed')}</p>}
      </div>
      {status === 'making' && (
        <span className="flex shrink-0 items-center gap-2 text-sm text-muted">
          <Spinner className="size-4" />
          {t('finish.making')}
        </span>
      )}
      {status === 'planned' && <Check aria-hidden className="size-4 shrink-0 text-success" />}
      {status === 'ready' && url && <FileLink url={url} fileName={fileName} />}
    </li>
  );

  function changesText({ changes, steps }: FinishFileResponse): string {
    const language = pageLanguage();
    const values = changes
      .filter(({ field, before, after }) => shownFields.includes(field) && before !== undefined && after !== undefined)
      .map(({ field, before, after }) => {
        const [from, to] = [before, after].map((value) => measuredText(field as Field, value ?? '', language));
        return from === to ? '' : `${from} → ${to}`;
      });
    const words = shownSteps.filter((step) => steps.includes(step)).map((step) => t(`finish.step.${step}`));
    return [...values, ...words].filter(Boolean).join(' · ') || t('finish.unchanged');
  }
}

export function FileLink({ url, fileName }: { url: string; fileName: string }) {
  const { t } = useTranslation();
  return (
    <a
      href={url}
      download={fileName}
      aria-label={`${t('finish.download')}: ${fileName}`}
      className={`${buttonClass('secondary', 'small')} shrink-0`}
    >
      <Download aria-hidden className="size-4" />
      {t('finish.download')}
    </a>
  );
}

/** The rule that no file can satisfy, with its source. */
export function Refused({ refusal }: { refusal: RefusalResponse | undefined }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  if (!refusal) return null;
  const field = refusal.field as Field;
  const limit = refusal.limit && limitText(t, field, refusal.limit as Limit, language);
  const measured = refusal.value === undefined ? '' : measuredText(field, refusal.value, language);
  return (
    <p className="text-sm">
      <CircleAlert aria-hidden className="me-1 inline size-4 text-danger" />
      {`${t('finish.refused')}: ${t(`marketplaces.field.${field}`)}`}
      {measured && ` ${measured}`}
      {limit && ` · ${t('marketplaces.requirement')}: ${limit}`}
      {refusal.source && (
        <a href={refusal.source} rel="nofollow noreferrer" className="ms-2 text-muted underline underline-offset-2">
          {hostOf(refusal.source)}
        </a>
      )}
    </p>
  );
}
