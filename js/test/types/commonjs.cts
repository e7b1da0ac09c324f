// Imports the package in a CommonJS module.

async function main(): Promise<void> {
  const { parse } = await import('limpid-html');
  const core = await import('limpid-html/core');
  const texts: string[] = [parse('<p>x').text(), core.parse('<p>x').text()];
  if (texts.join() !== 'x,x') throw new Error(texts.join());
  console.log('passed');
}

void main();
