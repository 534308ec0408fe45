import { useTranslation } from 'react-i18next';
import type { RouteId } from '#ui/paths.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';

/** Names the document after the route; comes before the screen, which may say it better. */
export function RouteTitle({ id }: { id: RouteId }) {
  useDocumentTitle(useTranslation().t(`screens.${id}`));
  return null;
}
