import {
  createTheme,
  defaultVariantColorsResolver,
  type AnchorProps,
  type ButtonProps,
  type CheckboxGroupProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  type InputWrapperProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalHeaderProps,
  type ModalProps,
  type PopoverProps,
  type RadioGroupProps,
  type SelectProps,
  type TextInputProps,
  type TextProps,
  type VariantColorsResolver,
} from '@mantine/core';

/*
 * Foyer's look (docs/design.md): a neutral ground, one accent, five sizes of type, an 8 px rhythm. Colour
 * beside the accent only tells states.
 */

/** The accent: a deep teal ink in light, its bright sister in dark. */
const ink: MantineColorsTuple = [
  '#eef8f6',
  '#d5efea',
  '#aadfd6',
  '#6dd3c4',
  '#2dd4bf',
  '#1aa595',
  '#0d8479',
  '#0f766e',
  '#0c5f59',
  '#0a4a46',
];
/** Greys with a breath of the accent. */
const gray: MantineColorsTuple = [
  '#f5f6f5',
  '#eceeed',
  '#e1e5e3',
  '#d2d8d5',
  '#b5bdb9',
  '#8a9490',
  '#5d6863',
  '#444e4a',
  '#2a322f',
  '#161c1a',
];
const dark: MantineColorsTuple = [
  '#e4e9e7',
  '#b6c0bc',
  '#93a09b',
  '#6a7772',
  '#39433f',
  '#2b3430',
  '#1f2724',
  '#141817',
  '#0f1312',
  '#0a0d0c',
];
const green: MantineColorsTuple = [
  '#ecf8ef',
  '#d5efdb',
  '#a9deb6',
  '#7acd8e',
  '#52b96b',
  '#37a153',
  '#258540',
  '#1c7136',
  '#175b2c',
  '#124724',
];
const amber: MantineColorsTuple = [
  '#fdf6e6',
  '#faeac4',
  '#f5d68c',
  '#f0bf4d',
  '#e6a71f',
  '#c98a0b',
  '#a26c05',
  '#855706',
  '#6b460a',
  '#54370b',
];
const red: MantineColorsTuple = [
  '#fdf0ee',
  '#fadcd8',
  '#f4b8b0',
  '#ee9084',
  '#e86c5d',
  '#d64b3a',
  '#bd3425',
  '#a3291c',
  '#842217',
  '#681c13',
];

const FONT =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** Text on the accent: Mantine decides it for the light shade only, and white on the bright one cannot be read. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colors;
  if (input.color === undefined || input.color === 'ink')
    return { ...colors, color: 'var(--foyer-on-accent)' };
  return input.color === 'red' ? { ...colors, color: 'var(--foyer-on-danger)' } : colors;
};

/** By types alone: `Select.extend` and its like would load every component with the first page. */
const preset = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });
const GROUP: InputWrapperProps['inputWrapperOrder'] = ['label', 'description', 'input', 'error'];
type HeaderProps = ModalHeaderProps & { role: string };

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  colors: { ink, gray, dark, green, amber, red },
  black: '#161c1a',
  fontFamily: FONT,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // Five sizes, and no more.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.2' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2', fontWeight: '680' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Checkbox: preset<CheckboxProps>({ iconColor: 'var(--foyer-on-accent)' }),
    Anchor: preset<AnchorProps>({ size: 'sm' }),
    Text: preset<TextProps>({ size: 'sm' }),
    Button: preset<ButtonProps>({ size: 'sm' }),
    TextInput: preset<TextInputProps>({ size: 'sm' }),
    // A hint stands below its field, and a fault below that; of several choices it stands before them.
    InputWrapper: preset<InputWrapperProps>({
      inputWrapperOrder: ['label', 'input', 'description', 'error'],
    }),
    CheckboxGroup: preset<CheckboxGroupProps>({ inputWrapperOrder: GROUP }),
    RadioGroup: preset<RadioGroupProps>({ inputWrapperOrder: GROUP }),
    Select: preset<SelectProps>({
      ...{ allowDeselect: false, checkIconPosition: 'right' },
      // Else Enter takes nothing of what was searched for, and the field forgets it.
      selectFirstOptionOnChange: true,
    }),
    Menu: preset<MenuProps>({ shadow: 'md', withinPortal: true }),
    Popover: preset<PopoverProps>({ shadow: 'md' }),
    // Titles of two lines on a phone: the library sets them without any space between.
    Modal: preset<ModalProps>({ radius: 'lg', centered: true, styles: { title: { lineHeight: 1.3 } } }),
    // Else the head of a dialog is a banner beside the page's own to screen readers.
    ModalHeader: preset<HeaderProps>({ role: 'presentation' }),
    DrawerHeader: preset<HeaderProps>({ role: 'presentation' }),
  },
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fafaf9',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6b7671',
    '--mantine-color-error': red[7],
    '--foyer-on-accent': '#ffffff',
    '--foyer-on-danger': '#ffffff',
    '--foyer-surface': '#ffffff',
    '--foyer-sunken': gray[0],
    '--foyer-line': gray[2],
    '--foyer-line-strong': gray[4],
    '--foyer-accent-text': ink[7],
    '--foyer-accent-soft': ink[0],
    '--foyer-good': green[7],
    '--foyer-warn': amber[7],
    '--foyer-bad': red[7],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#84918c',
    '--mantine-color-error': red[3],
    '--foyer-on-accent': '#04221e',
    '--foyer-on-danger': '#2b0703',
    '--foyer-surface': '#1a201e',
    '--foyer-sunken': '#101413',
    '--foyer-line': '#2a322f',
    '--foyer-line-strong': '#46524d',
    '--foyer-accent-text': ink[4],
    '--foyer-accent-soft': '#12302c',
    '--foyer-good': green[3],
    '--foyer-warn': amber[3],
    '--foyer-bad': red[3],
  },
});
