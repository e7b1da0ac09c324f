// The contrast of texts.

/**
 * Runs in the page. Returns the contrast of each visible text against the nearest opaque background, by the formula of the Web Content Accessibility
 * Guidelines, lowest first: `[ratio, description]`.
 */
export function contrasts() {
  const parse = (color) => {
    if (!/^rgba?\(/.test(color)) throw new Error(`unknown notation of a color: ${color}`);
    return color.match(/[\d.]+/g).map(Number);
  };
  const light = (color) => {
    const [r, g, b] = color
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') || element.matches('textarea, input');
    if (hasText && element.checkVisibility() && !['SCRIPT', 'OPTION'].includes(element.tagName)) {
      const [a, b] = [parse(getComputedStyle(element).color), background(element)].map(light);
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      found.push([ratio, `${element.tagName} ${element.className} ${element.textContent.slice(0, 20)}`]);
    }
  }
  return found.sort((one, other) => one[0] - other[0]);
}
