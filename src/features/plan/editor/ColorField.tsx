import { ColorInput } from '@mantine/core';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/core/styles/ColorPicker.css';
import '@mantine/core/styles/ColorInput.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const SWATCHES = ['#f5d68c', '#f4b8b0', '#a9deb6', '#aadfd6', '#b8cdf0', '#d9c2ec', '#d2d8d5', '#444e4a'];
const COLOR = /^#[0-9a-f]{6}$/i;

interface ColorFieldProps {
  value: string | null;
  /** The tables have different ones. */
  mixed: boolean;
  onChange: (color: string | null) => void;
}

/** A colour from the swatches, or typed: what is half typed stays, and nothing is coloured by it. */
export function ColorField({ value, mixed, onChange }: ColorFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && typed !== '' && !COLOR.test(typed);
  return (
    <ColorInput
      label={t('planEditor.color')}
      // Undo changes the colour too; then the text follows it.
      value={wrong ? typed : (value ?? '')}
      placeholder={mixed ? t('planEditor.mixed') : ''}
      error={wrong ? t('planEditor.error.color') : null}
      swatches={SWATCHES}
      swatchesPerRow={8}
      withEyeDropper={false}
      fixOnBlur={false}
      onChange={(color) => {
        setTyped(color);
        if (color === '' || COLOR.test(color)) onChange(color || null);
      }}
    />
  );
}
