import {
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Modal,
} from '@mantine/core';

/** A blue whose middle shades keep 4.5:1 to white and to the dark background (WCAG 2.2, 1.4.3). */
const CATALOGUE: MantineColorsTuple = [
  '#eaf2ff',
  '#d3e1fb',
  '#a5c0f2',
  '#86acf2',
  '#6f9bee',
  '#3469d8',
  '#235bc9',
  '#1a4fb4',
  '#1545a1',
  '#0b3a8d',
];

export const theme = createTheme({
  primaryColor: 'catalogue',
  primaryShade: { light: 7, dark: 7 },
  colors: { catalogue: CATALOGUE },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Menlo, monospace',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Render dropdowns inside the main landmark, not at the end of the document.
    Combobox: Combobox.extend({ defaultProps: { portalProps: { target: '#page' } } }),
    // Screen readers announce a `header` element as the banner of the page.
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'none' } } } }),
  },
});

/** Colours of dimmed text, errors and alert titles with a contrast of at least 4.5:1; some defaults of the library have less. */
export const quietColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d64',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#b42318',
    '--mantine-color-red-outline': '#b42318',
    '--mantine-color-yellow-outline': '#7a5200',
  },
  dark: {
    '--mantine-color-dimmed': '#b0b3b8',
    '--mantine-color-placeholder': '#9a9da2',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-red-outline': '#ff9b9b',
    '--mantine-color-yellow-outline': '#ffd43b',
  },
});
