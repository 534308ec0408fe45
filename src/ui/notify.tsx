import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';

/*
 * The status area of the app: short messages at the foot of the window, read out by screen readers. Errors stay until
 * they are closed; confirmations go by themselves.
 */
const icon = { size: 18, stroke: 2, 'aria-hidden': true } as const;

export const notify = {
  success(message: string): void {
    notifications.show({ message, color: 'green', icon: <IconCheck {...icon} />, autoClose: 4000 });
  },
  info(message: string, id?: string): void {
    // Showing an id again while it is there changes nothing.
    const data = { message, color: 'gray', icon: <IconInfoCircle {...icon} />, autoClose: 6000 } as const;
    notifications.show({ ...data, ...(id === undefined ? {} : { id }) });
  },
  /** Clears the area, for a screen that nothing may cover. */
  clear(): void {
    notifications.clean();
  },
  /** `id` keeps the same trouble from being shown twice. */
  error(message: string, id?: string): void {
    const data = { message, color: 'red', icon: <IconAlertTriangle {...icon} />, autoClose: false } as const;
    if (id !== undefined) notifications.hide(id);
    notifications.show({ ...data, ...(id === undefined ? {} : { id }) });
  },
};
