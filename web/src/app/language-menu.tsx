import { Check, ChevronDown, Globe } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '#shared/languages.ts';
import { chooseLanguage } from '#web/lib/i18n/texts.ts';
import { useToast } from '#web/ui/toast.tsx';

/**
 * The language menu with a globe button (docs/spec.md 19.1). In the header, the menu opens on hover, focus, click and touch. In the phone
 * menu, it opens only on click. The menu closes after Escape, after a click outside, after a choice, and when the pointer or the focus
 * leaves the menu.
 */
export function LanguageMenu({ inline = false }: { inline?: boolean }) {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /**
   * The state at pointer down. A click first focuses the button. This focus must not open the menu, because then the click would close it
   * again.
   */
  const pointerDown = useRef<{ wasOpen: boolean }>(undefined);
  /** True while the focus returns to the button, because this focus must not open the menu again. */
  const isReturningFocus = useRef(false);

  const close = () => {
    if (root.current?.contains(document.activeElement)) {
      isReturningFocus.current = true;
      button.current?.focus();
      isReturningFocus.current = false;
    }
    setOpen(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` reads only refs, so an earlier version of `close` has the same effect.
  useEffect(() => {
    if (!open) return;
    const closeOnOutsideClick = ({ target }: Event) => !root.current?.contains(target as Node) && setOpen(false);
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape must close only this menu. The phone menu is a dialog. Without `preventDefault`, the browser would also close this dialog.
      event.stopPropagation();
      event.preventDefault();
      close();
    };
    document.addEventListener('pointerdown', closeOnOutsideClick);
    document.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', closeOnOutsideClick);
      document.removeEventListener('keydown', closeOnEscape, { capture: true });
    };
  }, [open]);

  const menuItems = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])];
  /** Whether the list must get the focus when it opens. */
  const focusesList = useRef(false);
  const enterList = () => {
    focusesList.current = false;
    menuItems()
      .find((item) => item.ariaChecked === 'true')
      ?.focus();
  };
  useEffect(() => {
    if (open && focusesList.current) enterList();
  });

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    const list = menuItems();
    const focusedIndex = list.indexOf(document.activeElement as HTMLElement);
    if (focusedIndex < 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      if (open) return enterList();
      focusesList.current = true;
      return setOpen(true);
    }
    const next = focusedIndex < 0 ? undefined : nextItem(list, focusedIndex, event.key);
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

  const handleMouse = (opens: boolean) => (event: PointerEvent) => {
    if (!inline && event.pointerType === 'mouse') opens ? setOpen(true) : close();
  };

  const name = (languages as Record<string, string>)[i18n.language] ?? languages.en;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls are inside this element, and the element only handles their events.
    <div
      ref={root}
      className={inline ? '' : 'relative max-sm:hidden'}
      onPointerEnter={handleMouse(true)}
      onPointerLeave={handleMouse(false)}
      onBlur={({ relatedTarget }) => !inline && !root.current?.contains(relatedTarget) && setOpen(false)}
      onKeyDown={handleKey}
    >
      <button
        ref={button}
        type="button"
        aria-label={t('nav.language', { name })}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerDown={() => {
          pointerDown.current = { wasOpen: open };
        }}
        onFocus={() => !inline && !pointerDown.current && !isReturningFocus.current && setOpen(true)}
        onClick={({ detail, nativeEvent }) => {
          const wasOpen = pointerDown.current?.wasOpen ?? false;
          pointerDown.current = undefined;
          const isKeyboardClick = detail === 0;
          const hovers = !inline && (nativeEvent as globalThis.PointerEvent).pointerType === 'mouse';
          if (isKeyboardClick && open) return enterList();
          focusesList.current = isKeyboardClick;
          setOpen(isKeyboardClick || hovers || !wasOpen);
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
        // There is no gap between the button and the list, so that the pointer can move from the button to the list without leaving the
        // menu.
        <div className={inline ? 'pb-2' : 'absolute end-0 top-full z-40 pt-2'}>
          <div
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={t('nav.languages')}
            // The focus stays on the button during a click on an entry. Without this line, some browsers would focus neither the button nor
            // the entry.
            onMouseDown={(event) => event.preventDefault()}
            className={`columns-2 gap-1 ${inline ? '' : 'max-h-[calc(100dvh-5rem)] w-96 animate-rise overflow-y-auto rounded-md border border-line bg-surface p-1.5 shadow-float'}`}
          >
            {(Object.entries(languages) as [Language, string][]).map(([language, languageName]) => (
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
                <span className="flex-1">{languageName}</span>
                {language === i18n.language && <Check aria-hidden className="size-4 shrink-0 text-accent-text" />}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/**
 * Returns the item that gets the focus after a key. After the last item, the arrow keys continue with the first item. Home and
 * End select the first and the last item. A letter selects the next item that starts with this letter.
 */
function nextItem(list: readonly HTMLElement[], focusedIndex: number, key: string): HTMLElement | undefined {
  const itemAt = (index: number) => list[(index + list.length) % list.length];
  if (key === 'ArrowDown') return itemAt(focusedIndex + 1);
  if (key === 'ArrowUp') return itemAt(focusedIndex - 1);
  if (key === 'Home') return list[0];
  if (key === 'End') return list.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const startsWithKey = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(key.toLowerCase());
  return [...list.slice(focusedIndex + 1), ...list.slice(0, focusedIndex)].find(startsWithKey);
}
