/**
 * The README of a package, in the language of the seller. It names the content, the dates of the rules, and the number of left-out files.
 */
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import type { PackageRow } from '#shared/package/tables.ts';
import { textsIn } from '../platform/texts.ts';
import type { Package } from '../store/packages.ts';

type ReadmeData = {
  record: Pick<Package, 'marketplace' | 'language' | 'startedAt'>;
  rows: readonly PackageRow[];
  leftOutCount: number;
  partCount: number;
  /** Whether the package contains the import file for Shopify. */
  hasImportFile: boolean;
};

/** The file has the line ends of Windows, because an old editor on Windows shows a text with other line ends as one line. */
export function readmeOf({ record, rows, leftOutCount, partCount, hasImportFile }: ReadmeData): string {
  const { marketplace, language, startedAt } = record;
  const { t } = textsIn(language);
  const date = startedAt.slice(0, 10);
  const fileCount = rows.length - leftOutCount;
  const lines = [
    `Vitrine · ${marketplace} · ${date}`,
    '',
    t('readme.files', { number: String(fileCount) }),
    ...(partCount > 1 ? [t('readme.parts', { number: String(partCount) })] : []),
    ...(leftOutCount > 0 ? [t('readme.left_out', { number: String(leftOutCount) })] : []),
    '',
    `${marketplace}/`,
    `  ${t('readme.folder')}`,
    'manifest.csv',
    `  ${t('readme.manifest')}`,
    'results.csv',
    `  ${t('readme.results')}`,
    ...(hasImportFile ? ['shopify-import.csv', `  ${t('readme.shopify')}`] : []),
    '',
    t('readme.rules'),
    ...[...new Set(rows.map(({ placement }) => placement))].flatMap((placement) => ruleLines(placement, t('readme.checked'))),
    '',
    t('readme.ai_label'),
  ];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** The version of the rules, the dates on which they were read, and their sources. */
function ruleLines(placementId: PlacementId, checked: string): string[] {
  const { id, version, rules } = placementOf(placementId);
  const days = rules.map(({ seenAt }) => seenAt).sort();
  const [first, last] = [days[0], days.at(-1)];
  const dates = first === last ? first : `${first} – ${last}`;
  const sources = [...new Set(rules.map(({ source }) => source))];
  return [`  ${id} ${version}${dates ? ` · ${checked} ${dates}` : ''}`, ...sources.map((source) => `    ${source}`)];
}
