import { useTranslation } from 'react-i18next';
import { useEvent } from '#hooks/data/event.tsx';
import { RemoveButton } from '#hooks/data/RemoveButton.tsx';

/** It stays, switched off (FORM-12). */
export function RemoveForm({ formId, onGone }: { formId: string; onGone: () => void }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  return (
    <RemoveButton
      label={t('forms.remove')}
      text={t('forms.removeText')}
      done={t('forms.removed')}
      remove={() => repository.removeForm(formId)}
      onGone={onGone}
    />
  );
}
