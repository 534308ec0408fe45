/* Placeholder until the composition root replaces it. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode>Foyer</StrictMode>);
