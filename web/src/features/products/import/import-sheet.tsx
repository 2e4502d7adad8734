import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sheetRowsMax } from '#shared/products/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { CheckActions, CheckStep } from './check-step.tsx';
import { ColumnsActions, ColumnsStep } from './columns-step.tsx';
import { ImportSteps } from './import-steps.tsx';
import { closeImport, type Step } from './import-store.ts';
import { PhotosActions, PhotosStep } from './photos-step.tsx';
import { DoneActions, ImportProgress, ImportResult, ProgressActions } from './running-step.tsx';
import { useImport } from './use-import.ts';

const contents: Record<Step, { body: ReactNode; actions?: ReactNode }> = {
  reading: { body: <Reading /> },
  columns: { body: <ColumnsStep />, actions: <ColumnsActions /> },
  photos: { body: <PhotosStep />, actions: <PhotosActions /> },
  check: { body: <CheckStep />, actions: <CheckActions /> },
  running: { body: <ImportProgress />, actions: <ProgressActions /> },
  done: { body: <ImportResult />, actions: <DoneActions /> },
  refused: { body: <Refused />, actions: <RefusedActions /> },
};

/** The import of a table and of photos, in three steps. Nothing is written before the last button. */
export function ImportSheet() {
  const { t } = useTranslation();
  const step = useImport((state) => state.step);
  const content = step && contents[step];
  return (
    <Dialog
      // The Escape key closes the element of a running import, so the result needs a new element.
      key={step === 'done' ? 'result' : 'import'}
      open={step !== undefined}
      onClose={closeImport}
      title={t('products.import.title')}
      actions={content?.actions}
      wide="window"
    >
      <ImportSteps />
      {content?.body}
    </Dialog>
  );
}

function Reading() {
  const { t } = useTranslation();
  return <Loading label={t('products.import.reading')} className="py-24" />;
}

function Refused() {
  const { t } = useTranslation();
  const refusal = useImport((state) => state.refusal);
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-16 text-center">
      <FileSpreadsheet aria-hidden className="size-8 text-danger" />
      <p className="max-w-lg text-lg text-pretty">
        {refusal && t(`products.file.${refusal}`, { rows: sheetRowsMax.toLocaleString('en') })}
      </p>
    </div>
  );
}

function RefusedActions() {
  const { t } = useTranslation();
  return (
    <Button kind="primary" onClick={closeImport}>
      {t('common.ok')}
    </Button>
  );
}
