import { useEvent } from './event.tsx';
import { useSyncOf } from './session.ts';

/** Whether the open event's templates are on this device: to a tab's copy they come a moment after the rest. */
export function useTemplatesHere(): boolean {
  const { id } = useEvent();
  return useSyncOf(({ databases }) => databases.some((one) => one.id === id && one.templates));
}
