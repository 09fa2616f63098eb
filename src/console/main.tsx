import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/dropzone/styles.css';
import './console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { allowOwnStyles } from './shell/style-nonce.ts';

const place = document.getElementById('console');
if (place === null) throw new Error('The page has no place for the console.');
allowOwnStyles();
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
