import type { Ref } from 'react';
import { acceptedTypes } from './check-file.ts';

type Props = {
  /** The visible button clicks the input through this ref. */
  ref: Ref<HTMLInputElement>;
  label: string;
  onFiles: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  describedBy?: string;
};

/** A hidden file input that a visible button opens. The user can choose the same file again. */
export function FileInput({ ref, label, onFiles, accept = acceptedTypes, multiple = false, disabled = false, describedBy }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={multiple}
      accept={accept}
      disabled={disabled}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      className="sr-only"
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
}
