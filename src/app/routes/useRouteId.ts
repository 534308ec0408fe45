import { useMatches } from 'react-router-dom';
import type { RouteId } from '#ui/paths.ts';

/** What a route carries for the shell. */
export interface RouteHandle {
  id: RouteId;
}

/** The route that is shown now. */
export function useRouteId(): RouteId | null {
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return handle?.id ?? null;
}
