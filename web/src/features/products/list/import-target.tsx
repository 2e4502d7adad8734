import { ArrowRight, Download, FileSpreadsheet, FolderOpen, Image } from 'lucide-react';
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
      className={`rounded-lg border border-dashed transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'} ${isLarge ? 'grid overflow-hidden tablet:grid-cols-2' : 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5'}`}
    >
      {!isLarge && <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-brass" />}
      <div className={isLarge ? 'min-w-0 p-6 tablet:p-10' : 'contents'}>
        <div className={isLarge ? '' : 'min-w-0 flex-1 basis-60'}>
          <h2 className={isLarge ? 'text-3xl font-semibold text-balance' : 'font-sans text-base font-semibold'}>
            {isLarge ? t('products.drop.large_title') : t('products.drop.title')}
          </h2>
          <p className={isLarge ? 'mt-3 text-pretty text-muted' : 'text-sm text-pretty text-muted'}>{t('products.drop.text', { rows })}</p>
        </div>
        <FileInput ref={files} label={t('products.drop.choose')} accept={acceptedFiles} multiple disabled={disabled} onFiles={onFiles} />
        <div className={`flex flex-wrap gap-3 ${isLarge ? 'mt-5' : ''}`}>
          <Button kind={isLarge ? 'primary' : 'secondary'} disabled={disabled} onClick={() => files.current?.click()}>
            <FolderOpen aria-hidden className="size-4" />
            {t('products.drop.choose')}
          </Button>
          {isLarge && (
            <Button kind="quiet" onClick={saveTemplate}>
              <Download aria-hidden className="size-4" />
              {t('products.drop.template')}
            </Button>
          )}
        </div>
        {isLarge && (
          <p className="mt-5 text-sm text-pretty text-muted">{t('products.drop.reads', { example: 'VT-0001.jpg, VT-0001_2.jpg' })}</p>
        )}
      </div>
      {isLarge && <Illustration />}
    </section>
  );
}

const examples = [
  { sku: 'VT-0001', title: 'Handbag Ada', photo: 'VT-0001_1.jpg' },
  { sku: 'VT-0002', title: 'Backpack Ines', photo: 'VT-0002-1.jpg' },
  { sku: 'VT-0003', title: 'Sun hat Rosa', photo: 'VT-0003.jpg' },
];

/** A table and the photos that match its rows. */
function Illustration() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="flex items-center justify-center gap-4 border-line bg-sand p-6 text-sm max-tablet:border-t tablet:border-s desktop:gap-6"
    >
      <div className="min-w-0 overflow-hidden rounded-md border border-line bg-surface shadow-card">
        <p className="grid grid-cols-[5rem_minmax(0,8rem)] gap-2 bg-wall px-3 py-2 text-muted">
          <span>{t('products.column.sku')}</span>
          <span className="truncate">{t('products.column.title')}</span>
        </p>
        {examples.map(({ sku, title }) => (
          <p key={sku} className="grid grid-cols-[5rem_minmax(0,8rem)] gap-2 border-t border-line px-3 py-2.5">
            <span>{sku}</span>
            <span className="truncate">{title}</span>
          </p>
        ))}
      </div>
      <ArrowRight className="size-5 shrink-0 text-muted max-desktop:hidden" />
      <ul className="grid gap-2 max-desktop:hidden">
        {examples.map(({ sku, photo }) => (
          <li key={sku} className="flex items-center gap-2 rounded-md border border-line bg-surface py-1.5 ps-1.5 pe-3">
            <span className="grid size-9 place-items-center rounded-sm bg-wall text-muted">
              <Image className="size-4" />
            </span>
            {photo}
          </li>
        ))}
      </ul>
    </div>
  );
}

const exampleRow = ['VT-0001', 'Handbag Ada', 'handbag-ada', 'Ruby', '', 'VT-0001_1.jpg', 'VT-0001_2.jpg', ''];

function saveTemplate(): void {
  saveBlob(new Blob([csvOf([templateHeadings, exampleRow])], { type: 'text/csv;charset=utf-8' }), 'vitrine-products.csv');
}
