import { useEffect, useState } from 'react';
import { defaultTemplate, type TemplateProblem, templateProblem } from '#shared/package/file-names.ts';
import { readTemplate, saveTemplate } from './package-calls.ts';

type Template = {
  text: string;
  problem: TemplateProblem | undefined;
  set: (text: string) => void;
  /** Stores a changed template for the next packages. */
  save: () => void;
};

/** The seller's template of file names. The default template is shown until the stored template arrives, or if it cannot be read. */
export function useTemplate(): Template {
  const [stored, setStored] = useState(defaultTemplate);
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    readTemplate(abort.signal)
      .then(setStored)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) console.warn('The template of file names could not be read', error);
      });
    return () => abort.abort();
  }, []);
  const text = typed ?? stored;
  return {
    text,
    problem: templateProblem(text),
    set: setTyped,
    save: () => {
      if (text === stored) return;
      setStored(text);
      saveTemplate(text).catch((error: unknown) => console.warn('The template of file names could not be saved', error));
    },
  };
}
