import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Outcome } from '#data/types.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import { useEvent } from './event.tsx';
import { useAction } from './useAction.ts';

interface RemoveButtonProps {
  label: string;
  /** What it means, in the question. */
  text: string;
  /** Said once it is done. */
  done: string;
  remove: () => Outcome<unknown>;
  /** Before the page is left. */
  onGone: () => void;
}

/** At the foot of the page of a thing of an event: asks, takes it out of use, and leads back to the event. */
export function RemoveButton({ label, text, done, remove, onGone }: RemoveButtonProps) {
  const navigate = useNavigate();
  const { id: eventId } = useEvent();
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  async function removeIt(): Promise<void> {
    const removed = await run(remove);
    setAsks(false);
    if (removed === null) return;
    onGone();
    notify.success(done);
    await navigate(hrefs.event(eventId));
  }
  return (
    <>
      <Button
        variant="default"
        color="red"
        data-rare
        title={label}
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={label}
        confirmLabel={label}
        danger
        busy={busy}
        onConfirm={() => void removeIt()}
        onCancel={() => setAsks(false)}
      >
        {text}
      </ConfirmDialog>
    </>
  );
}
