import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/dropzone/styles.css';
import './console.css';
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
