import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './app/Console';
import { allowStyles } from './app/nonce';
import './app/styles.css';

allowStyles();
const place = document.getElementById('console');
if (!place) throw new Error('the page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
);
