import { FileSpreadsheet, FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { csvOf } from '#shared/csv.ts';
import { templateHeadings } from '#shared/products/headings.ts';
import { sheetRowsMax } from '#shared/products/limits.ts';
import { acceptedTypes } from '#web/features/upload/check-file.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { saveBlob } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';

const acceptedFiles = `.csv,.tsv,.txt,.xlsx,.zip,${acceptedTypes}`;

type Props = {
  /** Whether there are no products yet. The target is then larger. */
  isLarge: boolean;
  isOver: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
};

/** Receives tables, archives, folders and photos. The whole page accepts drops. */
export function ImportTarget({ isLarge, isOver, disabled, onFiles }: Props) {
  const { t } = useTranslation();
  const files = useRef<HTMLInputElement>(null);
  const rows = sheetRowsMax.toLocaleString('en');
  return (
    <section
      aria-label={t('products.drop.title')}
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-dashed p-4 transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'} ${isLarge ? 'justify-center py-12 text-center tablet:flex-col' : ''}`}
    >
      <FileSpreadsheet aria-hidden className={isLarge ? 'size-10 text-brass' : 'size-6 shrink-0 text-brass'} />
      <div className={`min-w-0 ${isLarge ? 'max-w-2xl' : 'flex-1 basis-72'}`}>
        <h2 className={isLarge ? 'text-2xl font-semibold' : 'font-sans text-base font-semibold'}>
          {isLarge ? t('products.drop.large_title') : t('products.drop.title')}
        </h2>
        <p className="text-pretty text-muted">{t('products.drop.text', { rows })}</p>
        {isLarge && (
          <p className="mt-2 text-sm text-pretty text-muted">{t('products.drop.reads', { example: 'VT-0001.jpg, VT-0001_2.jpg' })}</p>
        )}
      </div>
      <FileInput ref={files} label={t('products.drop.choose')} accept={acceptedFiles} multiple disabled={disabled} onFiles={onFiles} />
      <div className="flex flex-wrap justify-center gap-3">
        <Button kind={isLarge ? 'primary' : 'secondary'} disabled={disabled} onClick={() => files.current?.click()}>
          <FolderOpen aria-hidden className="size-4" />
          {t('products.drop.choose')}
        </Button>
        {isLarge && (
          <Button kind="quiet" onClick={saveTemplate}>
            {t('products.drop.template')}
          </Button>
        )}
      </div>
    </section>
  );
}

const exampleRow = ['VT-0001', 'Handbag Ada', 'handbag-ada', 'Ruby', '', 'VT-0001_1.jpg', 'VT-0001_2.jpg', ''];

function saveTemplate(): void {
  saveBlob(new Blob([csvOf([templateHeadings, exampleRow])], { type: 'text/csv;charset=utf-8' }), 'vitrine-products.csv');
}
