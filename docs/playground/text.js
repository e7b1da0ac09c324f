// Texts that are shown.

export const counted = (count, what) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

export const shorten = (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text);
