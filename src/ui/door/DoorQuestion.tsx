import { useFocusTrap, useWindowEvent } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AboutLine } from './AboutLine.tsx';
import classes from './DoorQuestion.module.css';

/** One of the guests whom a code fits. */
export interface DoorChoice {
  id: string;
  name: string;
  /** Table and seat. */
  place: string;
  /** What tells this guest from the others. */
  about: string;
  /** Why this guest will not be let in; '' if nothing is against it. */
  hint: string;
}

interface DoorQuestionProps {
  code: string;
  choices: readonly DoorChoice[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Over the whole door: which of several guests is it? One tap; nobody is let in without one. */
export function DoorQuestion({ code, choices, onChoose, onClose }: DoorQuestionProps) {
  const { t } = useTranslation();
  const title = useId();
  // It begins on the question: an Enter that is still on its way must not answer it.
  const trap = useFocusTrap(true);
  useWindowEvent('keydown', (key) => {
    if (key.key === 'Escape') onClose();
  });
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={trap} role="dialog" aria-modal="true" aria-labelledby={title} className={classes.question}>
      <div className={classes.head}>
        <IconUsers size={40} aria-hidden />
        <div>
          <h2 id={title} tabIndex={-1} data-autofocus>
            {t('checkin.which')}
          </h2>
          <p>{t('checkin.whichWhy', { code: code.trim().slice(0, 40) })}</p>
        </div>
      </div>
      <ul className={classes.choices}>
        {choices.map(({ id, name, place, about, hint }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(id)}
              // Held down, Enter would answer what it has opened.
              onKeyDown={(key) => key.repeat && key.preventDefault()}
            >
              <strong>{name}</strong>
              {place !== '' && <b data-numeric>{place}</b>}
              {about !== '' && (
                <span data-numeric>
                  <AboutLine text={about} />
                </span>
              )}
              {hint !== '' && <em>{hint}</em>}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.none} onClick={onClose}>
        {t('checkin.whichNone')}
      </button>
    </div>
  );
}
