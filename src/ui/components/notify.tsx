import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { loadChunk } from '../platform/loadChunk.ts';
import { Details } from './Details.tsx';

/*
 * The status area of the app: short messages at the foot of the window, read out by screen readers. Errors stay until
 * they are closed; confirmations go by themselves.
 */
const icon = { size: 18, stroke: 2, 'aria-hidden': true } as const;

/** Said of an event that is not there any more, by the deletion and by the screens that were in it. */
export const EVENT_GONE = 'event-gone';

export const notify = {
  success(message: string, id?: string): void {
    const data = { message, color: 'green', icon: <IconCheck {...icon} />, autoClose: 4000 } as const;
    notifications.show({ ...data, ...(id === undefined ? {} : { id }) });
  },
  info(message: string, id?: string): void {
    // Showing an id again while it is there changes nothing.
    const data = { message, color: 'gray', icon: <IconInfoCircle {...icon} />, autoClose: 6000 } as const;
    notifications.show({ ...data, ...(id === undefined ? {} : { id }) });
  },
  /** Says what was done, and offers to take it back for ten seconds. What was said with this id before is true no more. */
  undo(message: string, label: string, onUndo: () => void, about?: string): void {
    if (about !== undefined) notifications.hide(about);
    // Where messages are shown comes later than the first page, and this with it. Whole at once: what is added to an alert
    // is read out once more.
    void loadChunk(() => import('./StatusArea.tsx')).then(
      ({ UndoMessage }) => {
        const id = notifications.show({
          ...(about === undefined ? {} : { id: about }),
          color: 'green',
          icon: <IconCheck {...icon} />,
          autoClose: 10_000,
          message: (
            <UndoMessage
              message={message}
              label={label}
              onUndo={() => {
                notifications.hide(id);
                onUndo();
              }}
            />
          ),
        });
      },
      () => notify.success(message, about),
    );
  },
  /** Takes back what was said with this id. */
  hide(id: string): void {
    notifications.hide(id);
  },
  /** Clears the area, for a screen that nothing may cover. */
  clear(): void {
    notifications.clean();
  },
  /** `id` keeps the same trouble from being shown twice; `detail` is folded (see Details). */
  error(words: string, id?: string, detail: string | null = null): void {
    const message = (
      <>
        {words}
        <Details text={detail} />
      </>
    );
    const data = { message, color: 'red', icon: <IconAlertTriangle {...icon} />, autoClose: false } as const;
    if (id !== undefined) notifications.hide(id);
    notifications.show({ ...data, ...(id === undefined ? {} : { id }) });
  },
};
