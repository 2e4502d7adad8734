/** The packages that a seller plans: their files and the names of these files. The server computes the same names. */
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { type Marketplace, marketplaceOf } from '#shared/package/api.ts';
import { type FileNames, fileNamesOf, type NamedFile } from '#shared/package/file-names.ts';

/** A result of the seller: the title of its card, its SKU in a large order, and its address. */
export type PackedResult = { title: string; sku?: string | undefined; url: string };
export type PlannedPackage = { marketplace: Marketplace; placements: PlacementId[]; files: NamedFile[]; names: FileNames };

/** Returns one package for each marketplace. The files of a result follow each other, in the order of the placements. */
export function plannedPackages(results: readonly PackedResult[], placements: readonly PlacementId[], template: string): PlannedPackage[] {
  const marketplaces = [...new Set(placements.map(marketplaceOf))];
  return marketplaces.map((marketplace) => {
    const chosen = placements.filter((id) => marketplaceOf(id) === marketplace);
    const files = results.flatMap(({ title, sku }) => chosen.map((placement) => ({ title, sku, placement })));
    return { marketplace, placements: chosen, files, names: fileNamesOf(files, template) };
  });
}

export type NameSummary = { count: number; clashing: number; shortened: number; cleaned: number; clash?: [string, string] };

/** Adds up the names of all packages. `clash` contains the titles of the first two files with the same name. */
export function summaryOf(packages: readonly PlannedPackage[]): NameSummary {
  const sum = (count: (one: PlannedPackage) => number) => packages.reduce((total, one) => total + count(one), 0);
  // The packages of several marketplaces can contain the same title. It is counted once.
  const countTitles = (titlesOf: (one: PlannedPackage) => ReadonlySet<string>) =>
    new Set(packages.flatMap((one) => [...titlesOf(one)])).size;
  const first = packages.find(({ names }) => names.clashes.length > 0);
  const [one, other] = first?.names.clashes[0]?.indexes ?? [];
  const titleAt = (index: number | undefined) => first?.files[index ?? 0]?.title ?? '';
  return {
    count: sum(({ files }) => files.length),
    clashing: sum(({ names }) => names.clashes.reduce((total, { indexes }) => total + indexes.length, 0)),
    shortened: countTitles(({ names }) => names.shortened),
    cleaned: countTitles(({ names }) => names.cleaned),
    ...(first && { clash: [titleAt(one), titleAt(other)] }),
  };
}

const shownNames = 5;

/** Returns the first names of a package. If some names are equal, the list contains two of them. */
export function shownNamesOf({ names }: PlannedPackage): { stem: string; isClash: boolean; index: number }[] {
  const clashing = new Set(names.clashes.flatMap(({ indexes }) => indexes));
  const indexes = [...new Set([...[...clashing].slice(0, 2), ...names.stems.keys()])].slice(0, shownNames).sort((a, b) => a - b);
  return indexes.map((index) => ({ stem: names.stems[index] ?? '', isClash: clashing.has(index), index }));
}
