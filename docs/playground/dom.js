// Elements of the page.

export const byId = (id) => document.getElementById(id);

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Shows a message for the user: about the last action, or about the address. */
export function say(text, about = 'action') {
  byId(`${about}-note`).textContent = text;
}

export function button(text, action) {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', action);
  return made;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied');
  } catch {
    say('The browser does not allow copying');
  }
}
