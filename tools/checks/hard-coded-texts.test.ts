import { expect, test } from 'vitest';
import { checkHardCoded } from './hard-coded-texts.ts';
import { parseSource } from './source-file.ts';

const findingsIn = (source: string) =>
  checkHardCoded([parseSource('a.tsx', source)]).map(({ path, line, message }) => `${path}:${line} ${message}`);

test.each([
  ['const a = <p>Add photos</p>;', 'Add photos'],
  ["const a = <p>{'Add photos'}</p>;", 'Add photos'],
  ["const a = <p>{isFull ? 'No room' : t('room')}</p>;", 'No room'],
  ["const a = <p>{name ?? 'Nobody'}</p>;", 'Nobody'],
  ['const a = <>{`${count} photos`}</>;', 'photos'],
  ['const a = <img alt="A red shoe" />;', 'A red shoe'],
  ["const a = <button aria-label={open ? 'Close' : t('open')} />;", 'Close'],
  ["document.title = 'Prices';", 'Prices'],
])('the check reports %s', (source, words) => {
  expect(findingsIn(source)).toEqual([`a.tsx:1 contains the text "${words}": texts must be in locales/`]);
});

test.each([
  ["const a = <p>{t('card.title')}</p>;"],
  ['const a = <p className="text-muted">· 2 ×</p>;'],
  ['const a = <p>Vitrine</p>;'],
  ['const a = <b title={t("card.title")}>{name}</b>;'],
  ['const a = <Select label={label} value="wide" />;'],
  ['document.title = title;'],
])('the check does not report %s', (source) => {
  expect(findingsIn(source)).toEqual([]);
});
