import type { HTMLAttributes } from 'react';

type Props = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' /** `read` is narrower, for pages with long texts. */;
  width?: 'page' | 'read';
};

/** The width and the side margins of the header, the pages and the bars. */
export function PageWidth({ as: Tag = 'div', width = 'page', className = '', ...rest }: Props) {
  return <Tag className={`mx-auto w-full ${width === 'page' ? 'max-w-page' : 'max-w-read'} px-4 tablet:px-6 ${className}`} {...rest} />;
}
