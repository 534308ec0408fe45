import { Button, Group, Modal, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Outcome } from '#data/types.ts';
import { LIMITS } from '#domain/text/text.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';

interface OwnPasswordProps {
  title: string;
  text: string;
  submit: string;
  act: (password: string) => Outcome<null>;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks whoever is logged in for their password before something weighty: whoever found the device does not know it. */
export function OwnPassword({ title, text, submit, act, onDone, onCancel }: OwnPasswordProps) {
  const { t } = useCodeWords();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const { formProps, errorOf } = useValidatedForm(async () => {
    setWrong(null);
    let done = false;
    await run(
      async () => {
        const answer = await act(password);
        done = answer.ok;
        return answer;
      },
      (failure) => {
        if (failure.code !== 'invalid_password') return false;
        setWrong(errorText(failure));
        field.current?.focus();
        return true;
      },
    );
    if (done) onDone();
  });
  return (
    <Modal opened onClose={onCancel} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <form {...formProps}>
        <Text mb="md">{text}</Text>
        <PasswordField
          ref={field}
          name="password"
          label={t('codes.password')}
          autoComplete="current-password"
          required
          maxLength={LIMITS.password}
          data-autofocus
          mb="lg"
          value={password}
          error={wrong ?? errorOf('password')}
          onChange={(change) => {
            setPassword(change.currentTarget.value);
            setWrong(null);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
