import { FileButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PICTURE_TYPES } from '#domain/documents/event.ts';
import type { Session } from '#domain/documents/session.ts';
import { err } from '#domain/result.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { scaledPicture } from '#ui/files/scaledPicture.ts';

export interface KeptPicture {
  fileIndex: number;
  width: number;
  height: number;
}

interface PictureButtonProps {
  session: Session;
  onKept: (picture: KeptPicture) => void;
  children: (props: { onClick: () => void; busy: boolean }) => ReactNode;
}

/** Asks for a picture file and keeps it with the session at once, as the background is. */
export function PictureButton({ session, onKept, children }: PictureButtonProps) {
  const { repository } = useEvent();
  const { busy, run } = useAction();

  async function keep(file: File | null): Promise<void> {
    if (file === null) return;
    const picture = await scaledPicture(file);
    const kept = await run(async () =>
      picture === null
        ? err({ code: 'picture_type' as const })
        : repository.addPlanPicture(session._id, picture.blob),
    );
    if (kept === null || picture === null) return;
    onKept({ fileIndex: kept.fileIndex, width: picture.width, height: picture.height });
  }
  return (
    <FileButton accept={PICTURE_TYPES.join(',')} onChange={(file) => void keep(file)}>
      {({ onClick }) => children({ onClick, busy })}
    </FileButton>
  );
}
