import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchBox } from './SearchBox.tsx';

interface SearchDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Finds clients of all events on this device, and events (specification 1 §2, Global search). */
export function SearchDialog({ opened, onClose }: SearchDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered={false}
      yOffset="10dvh"
      size={600}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('search.open')}>
        <Modal.Body p={0}>
          <SearchBox onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
