import { Check, ChevronDown, Globe } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '#shared/languages.ts';
import { chooseLanguage } from '#web/lib/i18n/i18n.ts';
import { useToast } from '#web/ui/toast.tsx';

/**
 * The language menu behind a globe (docs/spec.md 19.1). In the header it opens on hover, focus, click and touch; in the phone menu, only
 * on click. It closes on Escape, when the pointer or the focus leaves, on a click elsewhere, and after a choice.
 */
export function LanguageMenu({ inline = false }: { inline?: boolean }) {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** State at pointer down: the focus that a click brings must not open the menu, because the click would close it again. */
  const press = useRef<{ wasOpen: boolean }>(undefined);
  /** Set while focus returns to the button, which must not open the menu. */
  const returning = useRef(false);

  const close = () => {
    if (root.current?.contains(document.activeElement)) {
      returning.current = true;
      button.current?.focus();
      returning.current = false;
    }
    setOpen(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` reads only refs, so an old version is as good as a new one.
  useEffect(() => {
    if (!open) return;
    const elsewhere = ({ target }: Event) => !root.current?.contains(target as Node) && setOpen(false);
    const byKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes one thing at a time, and this menu is above the phone menu.
      event.stopPropagation();
      close();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('keydown', byKey, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('keydown', byKey, { capture: true });
    };
  }, [open]);

  const items = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])];
  const intoList = useRef(false);
  const enterList = () => {
    intoList.current = false;
    items()
      .find((item) => item.ariaChecked === 'true')
      ?.focus();
  };
  useEffect(() => {
    if (open && intoList.current) enterList();
  });

  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    const list = items();
    const at = list.indexOf(document.activeElement as HTMLElement);
    if (at < 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      if (open) return enterList();
      intoList.current = true;
      return setOpen(true);
    }
    const next = at < 0 ? undefined : nextItem(list, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const choose = (language: Language) => {
    close();
    chooseLanguage(language).catch((error: unknown) => {
      console.info('the language could not be loaded', error);
      toast({ message: t('nav.language_failed'), durationMs: 6_000 });
    });
  };

  const byMouse = (opens: boolean) => (event: PointerEvent) => {
    if (!inline && event.pointerType === 'mouse') opens ? setOpen(true) : close();
  };

  const name = (languages as Record<string, string>)[i18n.language] ?? languages.en;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls are inside; this only detects that the pointer leaves.
    <div
      ref={root}
      className={inline ? '' : 'relative max-sm:hidden'}
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
      onBlur={({ relatedTarget }) => !inline && !root.current?.contains(relatedTarget) && setOpen(false)}
      onKeyDown={byKey}
    >
      <button
        ref={button}
        type="button"
        aria-label={t('nav.language', { name })}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerDown={() => {
          press.current = { wasOpen: open };
        }}
        onFocus={() => !inline && !press.current && !returning.current && setOpen(true)}
        onClick={({ detail, nativeEvent }) => {
          const wasOpen = press.current?.wasOpen ?? false;
          press.current = undefined;
          const byKeyboard = detail === 0;
          const hovers = !inline && (nativeEvent as globalThis.PointerEvent).pointerType === 'mouse';
          if (byKeyboard && open) return enterList();
          intoList.current = byKeyboard;
          setOpen(byKeyboard || hovers || !wasOpen);
        }}
        className={
          inline
            ? 'flex min-h-12 w-full items-center gap-2 text-base'
            : 'grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-sand hover:text-ink'
        }
      >
        <Globe aria-hidden className="size-5 shrink-0" />
        {inline && (
          <>
            <span lang={i18n.language}>{name}</span>
            <ChevronDown aria-hidden className={`ms-auto size-4 transition-transform ${open ? 'rotate-180' : ''}`} />
          </>
        )}
      </button>
      {open && (
        // There is no gap between the button and the list, so that the pointer can move between them without leaving.
        <div className={inline ? 'pb-2' : 'absolute end-0 top-full z-40 pt-2'}>
          <div
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={t('nav.languages')}
            // Keeps the focus on the button during a click on an entry: some browsers would remove it from both.
            onMouseDown={(event) => event.preventDefault()}
            className={`columns-2 gap-1 ${inline ? '' : 'max-h-[calc(100dvh-5rem)] w-96 animate-rise overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-float'}`}
          >
            {(Object.entries(languages) as [Language, string][]).map(([language, own]) => (
              <button
                key={language}
                type="button"
                role="menuitemradio"
                aria-checked={language === i18n.language}
                tabIndex={-1}
                lang={language}
                onClick={() => choose(language)}
                className="flex min-h-10 w-full break-inside-avoid items-center gap-2 rounded-sm px-3 text-start text-base hover:bg-sand focus-visible:bg-sand aria-checked:font-semibold"
              >
                <span className="flex-1">{own}</span>
                {language === i18n.language && <Check aria-hidden className="size-4 shrink-0 text-accent-text" />}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Returns the item that a key moves to: up and down wrap around, Home and End jump, a letter finds the next item that starts with it. */
function nextItem(list: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const around = (index: number) => list[(index + list.length) % list.length];
  if (key === 'ArrowDown') return around(at + 1);
  if (key === 'ArrowUp') return around(at - 1);
  if (key === 'Home') return list[0];
  if (key === 'End') return list.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(key.toLowerCase());
  return [...list.slice(at + 1), ...list.slice(0, at)].find(begins);
}
