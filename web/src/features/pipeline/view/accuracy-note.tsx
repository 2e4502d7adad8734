import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';

type Accuracy = NonNullable<RunResponse['result']>['productAccuracy'];

/**
 * Shows whether the product in the image is unchanged. If the status is not PASS, the seller must compare the two pictures (docs/spec.md
 * 10.4).
 */
export function AccuracyNote({ accuracy }: { accuracy: Accuracy }) {
  const { t } = useTranslation();
  if (accuracy?.status === 'PASS')
    return (
      <p className="flex items-center gap-2 rounded-md bg-success-soft px-3 py-2.5 text-sm/snug font-semibold text-success">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        {t('pipeline.accuracy_confirmed')}
      </p>
    );
  return (
    <div className="flex gap-2 rounded-md bg-brass-soft px-3 py-2.5">
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-brass" />
      <div className="min-w-0">
        <p className="font-semibold text-brass">{t('pipeline.accuracy_not_confirmed')}</p>
        <p className="mt-0.5 text-sm">{accuracy ? t('pipeline.accuracy_look') : t('pipeline.accuracy_unchecked')}</p>
        {accuracy && accuracy.issues.length > 0 && (
          <ul className="mt-1 list-disc ps-5 text-sm">
            {accuracy.issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
