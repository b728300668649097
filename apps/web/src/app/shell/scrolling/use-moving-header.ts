import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * The header scrolls away with a page that scrolls as a document: its one scroll area fills the page. The header keeps its
 * place on pages with lists of their own, on short pages, and while a part of it has the focus.
 */
export function useMovingHeader(shell: RefObject<HTMLElement | null>, isFixed: boolean): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const root = shell.current;
    const header = root?.querySelector<HTMLElement>(':scope > .top-bar') ?? null;
    const page = root?.querySelector<HTMLElement>('#page') ?? null;
    if (root === null || header === null || page === null) return undefined;
    const show = (gone: number) => header.style.setProperty('margin-top', gone === 0 ? '' : `${-gone}px`);
    show(0);
    if (isFixed) return undefined;
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || !fills(target, page)) return;
      const height = header.offsetHeight;
      const now = -Number.parseFloat(header.style.marginTop || '0');
      // The area grows while the header leaves. A page that would then fit could never be scrolled.
      const isLong = target.scrollHeight - target.clientHeight + now > 2 * height;
      show(isLong ? Math.min(target.scrollTop, height) : 0);
    };
    const onFocus = () => show(0);
    page.addEventListener('scroll', onScroll, { capture: true, passive: true });
    header.addEventListener('focusin', onFocus);
    return () => {
      page.removeEventListener('scroll', onScroll, { capture: true });
      header.removeEventListener('focusin', onFocus);
      show(0);
    };
  }, [shell, isFixed, pathname]);
}

/** A scroll area of the page's own size. The rest of a pixel is rounding. */
const fills = (area: HTMLElement, page: HTMLElement): boolean =>
  area.clientWidth >= page.clientWidth - 20 && area.clientHeight >= page.clientHeight - 1;
