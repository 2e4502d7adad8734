import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'children'> & {
  icon: ReactNode;
  label: string;
  /** Classes of the label, for example to hide it in a narrow card. */
  labelClass?: string;
  price: string;
  /** Text for screen readers after the price, such as the name of a card. */
  about?: string;
};

/** A button for an action that costs money: an icon, the label, a thin line, and the price. */
export const PricedButton = ({ icon, label, labelClass = '', price, about, size = 'small', className = '', ...rest }: Props) => (
  <Button
    size={size}
    title={label}
    className={`[&>svg]:size-4 ${size === 'small' ? 'gap-1.5! px-2.5! text-sm!' : ''} ${className}`}
    {...rest}
  >
    {icon}
    <span className={labelClass}>{label}</span>
    <span className="money border-s border-line ps-1.5 text-brass">{price}</span>
    {about !== undefined && <span className="sr-only">: {about}</span>}
  </Button>
);
