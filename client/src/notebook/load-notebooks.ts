/** Loads what knows notebooks. */
export const loadNotebooks = () => import('../notebook/notebook');
