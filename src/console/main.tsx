import './styles/tokens.css';
import '@mantine/core/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/model.css';
import './styles/work-page.css';
import './styles/shell.css';
import './styles/storefronts.css';
import './styles/palette.css';
import './styles/comparison.css';
import './styles/sheet.css';
import './styles/product.css';
import './styles/home.css';
import './styles/data-flows.css';
import './console.css';
import './styles/media.css';
import './styles/product-panels.css';
import './styles/product-comments.css';
import './favicon.svg';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { allowOwnStyles } from './app/style-nonce.ts';

const root = document.getElementById('console');
if (root === null) throw new Error('The page has no element #console.');
allowOwnStyles();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
