import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Outcome } from '#data/types.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { LIMITS } from '#domain/text/text.ts';
import { PasswordField } from '#ui/forms/PasswordField.tsx';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';

interface ProofFormProps<T> {
  submit: string;
  danger?: boolean;
  /** The password is enough: there are no codes yet. */
  passwordOnly?: boolean;
  act: (password: string, code: string) => Outcome<T>;
  onDone: (value: T) => void;
  onCancel?: (() => void) | undefined;
}

/** Who is there proves it before anything about the codes changes: with the password, and one of the codes. */
export function ProofForm<T>(props: ProofFormProps<T>) {
  const { submit, danger = false, passwordOnly = false, act, onDone, onCancel } = props;
  const { t } = useCodeWords();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<{ field: 'password' | 'code'; text: string } | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useInitialFocus(passwordField);

  const { formProps, errorOf } = useValidatedForm(async () => {
    setWrong(null);
    let done: { value: T } | null = null;
    await run(
      async () => {
        const answer = await act(password, code.trim());
        if (answer.ok) done = answer;
        return answer;
      },
      (failure) => {
        const field = failure.code === 'invalid_password' ? 'password' : 'code';
        if (!['invalid_password', 'wrong_code', 'codes_unreadable'].includes(failure.code)) return false;
        setWrong({ field, text: errorText(failure) });
        (field === 'password' ? passwordField : codeField).current?.focus();
        return true;
      },
    );
    if (done !== null) onDone((done as { value: T }).value);
  });
  return (
    <form {...formProps}>
      <PasswordField
        ref={passwordField}
        name="password"
        label={t('codes.password')}
        autoComplete="current-password"
        required
        maxLength={LIMITS.password}
        maw={320}
        mb="md"
        value={password}
        error={wrong?.field === 'password' ? wrong.text : errorOf('password')}
        onChange={(change) => {
          setPassword(change.currentTarget.value);
          setWrong(null);
        }}
      />
      {!passwordOnly && (
        <TextInput
          ref={codeField}
          name="code"
          label={t('codes.either')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={40}
          maw={320}
          mb="md"
          value={code}
          error={wrong?.field === 'code' ? wrong.text : errorOf('code')}
          onChange={(change) => {
            setCode(change.currentTarget.value);
            setWrong(null);
          }}
        />
      )}
      <Group gap="sm">
        <Button type="submit" loading={busy} {...(danger ? { color: 'red' } : {})}>
          {submit}
        </Button>
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </Group>
    </form>
  );
}
