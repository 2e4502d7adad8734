import { Package } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import type { PackedResult } from './planned-packages.ts';
import { usePackage } from './use-package.tsx';

type Props = { kind: 'video' | 'image'; results: readonly PackedResult[] };

export function PackageButton({ kind, results }: Props) {
  const { label, open, dialog } = usePackage(kind, results);
  return (
    <>
      <Button size="small" onClick={open}>
        <Package aria-hidden className="size-4" />
        {label}
      </Button>
      {dialog}
    </>
  );
}
