import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { Button } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { useVerification } from './use-verification.ts';
import { VerifyAnswer } from './verify-answer.tsx';

/** Shows whether a file was made with this site, without uploading the file (docs/spec.md 2.11). */
export function VerifyPage() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { sha256, verification, verify } = useVerification();
  const verifyFirst = ([file]: readonly File[]) => file && void verify(file);
  const isOver = useFileDrops(({ files }) => verifyFirst(files));
  return (
    <>
      <PageTitle page={t('verify.title')} />
      <PageWidth className="pt-8 lg:pt-10">
        <h1 className="text-4xl">{t('verify.headline')}</h1>
        <p className="mt-3 max-w-4xl text-xl text-balance text-muted">{t('verify.subtitle')}</p>
        <section
          aria-label={t('verify.drop')}
          className={`mt-5 flex flex-col items-center gap-3 rounded-lg border-2 border-dashed p-6 text-center transition-colors ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/60 bg-surface'}`}
        >
          <p className="text-xl font-semibold">{t('verify.drop')}</p>
          <Button kind="primary" onClick={() => input.current?.click()}>
            {t('verify.choose')}
          </Button>
          <FileInput ref={input} label={t('verify.choose')} accept="video/*,image/*" onFiles={verifyFirst} />
          <p className="max-w-xl text-base text-balance text-muted">{t('verify.stays')}</p>
        </section>
        <div aria-live="polite" className="mt-5 max-w-4xl">
          {verification && <VerifyAnswer verification={verification} sha256={sha256} />}
        </div>
        <h2 className="mt-8 mb-2 text-2xl">{t('verify.meaning_title')}</h2>
        <p className="max-w-3xl text-muted">{t('verify.meaning')}</p>
      </PageWidth>
    </>
  );
}
