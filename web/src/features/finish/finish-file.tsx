import { Check, CircleAlert, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FinishFileResponse, RefusalResponse } from '#shared/finish/api.ts';
import type { Field } from '#shared/marketplaces/fields.ts';
import { hostOf } from '#web/features/marketplaces/limit-text.ts';
import { ruleSentence, type StatedRule } from '#web/features/marketplaces/sentence.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { changesText } from './changes-text.ts';

/** One file for one placement: its changes, its state and its download. */
export function FinishFile({ file, shop }: { file: FinishFileResponse; shop: string }) {
  const { t } = useTranslation();
  const { title, status, url, fileName } = file;
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-2">
      <div className="min-w-0">
        <p className="truncate" title={title}>
          {title}
        </p>
        {status === 'refused' ? (
          <Refused refusal={file.refusal} shop={shop} />
        ) : (
          <p className="money text-sm text-muted">{changesText(t, file)}</p>
        )}
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

/** Why no file can be made: the reason, the rule and its source. */
export function Refused({ refusal, shop }: { refusal: RefusalResponse | undefined; shop: string }) {
  const { t } = useTranslation();
  if (!refusal) return null;
  const { reason, value, limit, source } = refusal;
  const rule = limit && { ...(limit as StatedRule) };
  const broken = { field: refusal.field as Field, value, rule };
  return (
    <p className="text-sm text-pretty">
      <CircleAlert aria-hidden className="me-1 inline size-4 text-danger" />
      {`${t(`finish.refusal.${reason}`)} ${ruleSentence(t, broken, { shop, language: pageLanguage() })}`}
      {source && (
        <a href={source} rel="nofollow noreferrer" className="ms-2 wrap-anywhere text-muted underline underline-offset-2">
          {hostOf(source)}
        </a>
      )}
    </p>
  );
}
