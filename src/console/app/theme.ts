import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent in both modes; components take 7 in light mode and 4 in dark mode. */
const TEAL: MantineColorsTuple = [
  '#ddf0ee',
  '#d5ece9',
  '#a3d5d0',
  '#5fb5ae',
  '#4cc4bd',
  '#2a8f89',
  '#1c7c79',
  '#0b6e6e',
  '#095a5a',
  '#133b3a',
];

const FIELDS = [
  ...['Autocomplete', 'MultiSelect', 'NativeSelect', 'NumberInput', 'PasswordInput'],
  ...['Select', 'TagsInput', 'Textarea', 'TextInput'],
];

/** Sizes and colours of the library's components; `styles/controls.css` draws them. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { teal: TEAL },
  fontFamily: 'Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.4', xl: '1.3' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Components are set by name: importing them for the theme would load them all with the shell.
  components: {
    ...Object.fromEntries(FIELDS.map((name) => [name, { defaultProps: { size: 'sm' } }])),
    Alert: { defaultProps: { variant: 'light' } },
    // The variant is then an attribute, which `styles/controls.css` goes by.
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    Loader: { defaultProps: { size: 16, color: 'var(--ink-3)' } },
    Text: { defaultProps: { size: 'sm' } },
    // Render dropdowns inside the main landmark, not at the end of the document.
    Combobox: { defaultProps: { portalProps: { target: '#page' } } },
    // Screen readers announce a `header` element as the banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
  },
});

const COLORS = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--ink-1)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--error)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink-1)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
};

/** The library's colours by the tokens of `styles/tokens.css`, which know light and dark themselves. */
export const tokenColors: CSSVariablesResolver = () => ({ variables: {}, light: COLORS, dark: COLORS });
