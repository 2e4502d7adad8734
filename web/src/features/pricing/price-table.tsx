import type { ReactNode } from 'react';

/** A part of the page: the title at the start of the line, and the content beside it. */
export function Section({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-14 grid gap-x-16 gap-y-5 border-t border-line-strong pt-8 lg:mt-20 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id={id} className="text-4xl">
          {title}
        </h2>
        {text && <p className="mt-3 text-muted">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** A table of prices. The first column has the names. */
export function PriceTable({ caption, heads, children }: { caption: string; heads: ReactNode[]; children: ReactNode }) {
  return (
    <table className="money w-full hyphens-auto max-sm:wrap-break-word max-sm:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-base text-muted">
        <tr>
          {heads.map((head, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not change.
              key={index}
              scope="col"
              className={`pb-3 align-bottom font-normal ${index === 0 ? 'text-start max-sm:w-[38%]' : 'ps-3 text-end max-sm:ps-2'}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The name of a row, with one muted line below. */
export const RowName = ({ name, note }: { name: ReactNode; note?: ReactNode }) => (
  <th scope="row" className="py-4 pe-4 text-start align-top font-semibold">
    {name}
    {note !== undefined && <span className="mt-0.5 block text-base font-normal text-muted">{note}</span>}
  </th>
);

/** A price, its unit, and one line below. */
export const PriceCell = ({ price, unit, note }: { price: string; unit: string; note?: string }) => (
  <td className="py-4 ps-3 text-end align-top">
    <span className="text-xl font-semibold whitespace-nowrap">{price}</span>
    <span className="block text-sm text-muted sm:text-base sm:whitespace-nowrap">{unit}</span>
    {note !== undefined && <span className="block text-sm text-brass sm:text-base sm:whitespace-nowrap">{note}</span>}
  </td>
);
