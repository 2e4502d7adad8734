import { useTranslation } from 'react-i18next';
import type { VerifyResponse } from '#shared/provenance/api.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Verification } from './use-verification.ts';
import { verifiedBytesMax } from './verify-calls.ts';

const bytesPerMegabyte = 1_000_000;

type Props = { verification: Verification; sha256: string | undefined };

/** The answer about one file: yes or no, the date and the kind. */
export function VerifyAnswer({ verification, sha256 }: Props) {
  const { t } = useTranslation();
  switch (verification.state) {
    case 'working':
      return (
        <p className="flex items-center gap-3 text-muted">
          <Spinner className="size-5" />
          {t('verify.working')}
        </p>
      );
    case 'tooLarge':
      return <Alert tone="warning">{t('verify.too_large', { megabytes: verifiedBytesMax / bytesPerMegabyte })}</Alert>;
    case 'unreadable':
      return <Alert tone="warning">{t('verify.unreadable')}</Alert>;
    case 'failed':
      return <Alert tone="danger">{t(`errors.${verification.code}`)}</Alert>;
    case 'answered':
      return <Answer answer={verification.answer} sha256={sha256} />;
  }
}

function Answer({ answer, sha256 }: { answer: VerifyResponse } & Omit<Props, 'verification'>) {
  const { t, i18n } = useTranslation();
  return (
    <Alert tone={answer.isKnown ? 'success' : 'info'} title={answer.isKnown ? t('verify.yes') : t('verify.no')}>
      <p>
        {answer.isKnown
          ? `${t(`verify.kind.${answer.kind}`)} · ${new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(answer.date))}`
          : t('verify.no_reason')}
      </p>
      {sha256 && <p className="money mt-1 text-sm wrap-anywhere text-muted">{t('verify.fingerprint', { hash: sha256 })}</p>}
    </Alert>
  );
}
