// Compares whole jobs of limpid-html with other packages in one process.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const USAGE = `Compares limpid-html with other packages: node bench/jobs.mjs [FOLDER]

Install the packages first: npm ci --prefix bench.

FOLDER contains HTML pages in UTF-8. The default is corpus/real in $LIMPID_TEST_SUITES or in html5lib-tests/upstream.

  --job NAME    run one job: 1 to 7, startup, memory or sizes
  --rounds N    the number of measurements of each job (default: 5)
  --help        print this text

The jobs:
  1  parse
  2  read the title, the links and the text of the body
  3  select a[href] and read all attributes
  4  serialize to HTML
  5  convert to Markdown
  6  sanitize
  7  set rel of all links and serialize`;

const here = fileURLToPath(new URL('.', import.meta.url));
const packageFolder = join(here, '..');
const repository = join(packageFolder, '..');

/** Returns the folder of the real pages: the first that exists of those that the Rust benches search. */
function realPages() {
  const given = process.env.LIMPID_TEST_SUITES;
  const places = [given && resolve(repository, given), join(repository, 'html5lib-tests/upstream')].filter(Boolean);
  const folders = places.map((place) => join(place, 'corpus/real'));
  return folders.find((folder) => existsSync(folder));
}

function readPages(folder) {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile()).sort();
  return names.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return { name, bytes: bytes.length, text: new TextDecoder().decode(bytes) };
  });
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function printTable(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  console.log([line(header), line(header.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n'));
  console.log();
}

// The libraries. Each has functions for the jobs that it can do. Links are the values of `href` of `a[href]`; texts are the `textContent` of the body.

/** Returns functions that parse a page with limpid, use the document and free it. */
function limpid({ parse }, options) {
  const using = (use, more) => (page) => {
    const document = parse(page, { ...options, ...more });
    try {
      return use(document);
    } finally {
      document.free();
    }
  };
  const read = (text) => (document) => ({
    title: document.title,
    links: document.selectAttribute('a[href]', 'href'),
    text: text(document.body),
  });
  return {
    using,
    parse: using(() => {}),
    read: using(read((body) => body?.textContent() ?? '')),
    readRendered: using(read((body) => body?.text() ?? '')),
    attributes: using((document) => document.select('a[href]').map((link) => link.attributes)),
    serialize: using((document) => document.html()),
    setRel: using((document) => {
      for (const link of document.select('a[href]')) link.setAttribute('rel', 'nofollow');
      return document.html();
    }),
  };
}

function parse5Jobs({ parse: parse5, serialize }) {
  // Like limpid and cheerio here, without scripting: the content of noscript elements is markup.
  const parse = (page) => parse5(page, { scriptingEnabled: false });
  const write = (document) => serialize(document, { scriptingEnabled: false });
  /** Calls a function for each node of a tree, in tree order. The contents of templates are not part of the tree. */
  const walk = (root, visit) => {
    const pending = [root];
    while (pending.length > 0) {
      const node = pending.pop();
      visit(node);
      const children = node.childNodes;
      if (children) for (let at = children.length - 1; at >= 0; at -= 1) pending.push(children[at]);
    }
  };
  const textOf = (root) => {
    let text = '';
    walk(root, (node) => {
      if (node.nodeName === '#text') text += node.value;
    });
    return text;
  };
  const isHref = (attribute) => attribute.name === 'href' && !attribute.namespace;
  const linksOf = (document) => {
    const links = [];
    walk(document, (node) => {
      if (node.tagName === 'a' && node.attrs.some(isHref)) links.push(node);
    });
    return links;
  };
  const names = ({ prefix, name }) => (prefix ? `${prefix}:${name}` : name);
  return {
    parse,
    read(page) {
      const document = parse(page);
      let [title, body] = [null, null];
      walk(document, (node) => {
        if (node.tagName === 'title') title ??= node;
        if (node.tagName === 'body') body ??= node;
      });
      return {
        title: title && textOf(title),
        links: linksOf(document).map((link) => link.attrs.find(isHref).value),
        text: body ? textOf(body) : '',
      };
    },
    attributes: (page) => linksOf(parse(page)).map((link) => Object.fromEntries(link.attrs.map((attribute) => [names(attribute), attribute.value]))),
    serialize: (page) => write(parse(page)),
    setRel(page) {
      const document = parse(page);
      for (const { attrs } of linksOf(document)) {
        const rel = attrs.find((attribute) => attribute.name === 'rel');
        if (rel) rel.value = 'nofollow';
        else attrs.push({ name: 'rel', value: 'nofollow' });
      }
      return write(document);
    },
  };
}

function htmlparser2Jobs({ parseDocument }, { selectAll, selectOne }, { textContent }, { render }) {
  return {
    parse: (page) => parseDocument(page),
    read(page) {
      const document = parseDocument(page);
      const [title, body] = [selectOne('title', document), selectOne('body', document)];
      return {
        title: title && textContent(title),
        links: selectAll('a[href]', document).map((link) => link.attribs.href),
        text: body ? textContent(body) : '',
      };
    },
    attributes: (page) => selectAll('a[href]', parseDocument(page)).map((link) => ({ ...link.attribs })),
    serialize: (page) => render(parseDocument(page)),
    setRel(page) {
      const document = parseDocument(page);
      for (const link of selectAll('a[href]', document)) link.attribs.rel = 'nofollow';
      return render(document);
    },
  };
}

function cheerioJobs({ load }, options) {
  return {
    parse: (page) => load(page, options),
    read(page) {
      const $ = load(page, options);
      const title = $('title').first();
      return {
        title: title.length === 0 ? null : title.prop('textContent'),
        links: $('a[href]').toArray().map((link) => $(link).attr('href')),
        text: $('body').prop('textContent') ?? '',
      };
    },
    attributes(page) {
      const $ = load(page, options);
      return $('a[href]').toArray().map((link) => ({ ...$(link).attr() }));
    },
    serialize: (page) => load(page, options).html(),
    setRel(page) {
      const $ = load(page, options);
      $('a[href]').attr('rel', 'nofollow');
      return $.html();
    },
  };
}

function domJobs(parse, serialize) {
  return {
    parse,
    read(page) {
      const document = parse(page);
      return {
        title: document.querySelector('title')?.textContent ?? null,
        links: [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')),
        text: document.querySelector('body')?.textContent ?? '',
      };
    },
    attributes(page) {
      const read = (link) => {
        const result = {};
        for (const { name, value } of link.attributes) result[name] = value;
        return result;
      };
      return [...parse(page).querySelectorAll('a[href]')].map(read);
    },
    serialize: (page) => serialize(parse(page)),
    setRel(page) {
      const document = parse(page);
      for (const link of document.querySelectorAll('a[href]')) link.setAttribute('rel', 'nofollow');
      return serialize(document);
    },
  };
}

function nodeHtmlParserJobs({ parse }) {
  const jobs = domJobs((page) => parse(page), (root) => root.toString());
  return { ...jobs, attributes: (page) => parse(page).querySelectorAll('a[href]').map((link) => ({ ...link.attributes })) };
}

/** Returns DOMPurify's function with a window of jsdom. */
async function domPurify() {
  const { JSDOM } = await import('jsdom');
  const { default: createDOMPurify } = await import('dompurify');
  const purify = createDOMPurify(new JSDOM('').window);
  return (page) => purify.sanitize(page);
}

/** Returns for each job its title and functions by the names of their libraries. The first function is the one that others are compared with. */
async function createJobs() {
  const full = await import('../lib/index.node.js');
  const core = await import('../lib/core.node.js');
  const [cheerio, slim, linkedom, nodeHtmlParser, parse5, htmlparser2, cssSelect, domutils, serializer, turndown] = await Promise.all(
    ['cheerio', 'cheerio/slim', 'linkedom', 'node-html-parser', 'parse5', 'htmlparser2', 'css-select', 'domutils', 'dom-serializer', 'turndown'].map(
      (name) => import(name),
    ),
  );
  const FULL = 'limpid-html';
  const CORE = 'limpid-html/core';
  const limpidFull = limpid(full);
  const limpidCore = limpid(core);
  const peers = {
    parse5: parse5Jobs(parse5),
    cheerio: cheerioJobs(cheerio, { scriptingEnabled: false }),
    htmlparser2: htmlparser2Jobs(htmlparser2, cssSelect, domutils, serializer),
    'cheerio/slim (htmlparser2)': cheerioJobs(slim),
    linkedom: domJobs((page) => linkedom.parseHTML(page).document, (document) => document.toString()),
    'node-html-parser': nodeHtmlParserJobs(nodeHtmlParser),
  };
  const of = (job) => Object.fromEntries(Object.entries(peers).map(([name, jobs]) => [name, jobs[job]]));
  const both = (job) => ({ [FULL]: limpidFull[job], [CORE]: limpidCore[job] });
  // Without these, turndown writes the text of scripts.
  const markdown = new turndown.default().remove(['head', 'script', 'style', 'template']);
  const purify = await domPurify();
  const setRel = (link) => link.setAttribute('rel', 'nofollow');
  return {
    1: {
      title: 'parse',
      libraries: {
        ...both('parse'),
        [`${CORE}, without errors`]: limpid(core, { errors: false }).parse,
        [`${CORE}, toParse5()`]: limpidCore.using((document) => document.toParse5()),
        ...of('parse'),
      },
    },
    2: {
      title: 'read the title, the links and the text of the body',
      libraries: { ...both('read'), [`${FULL}, text() as rendered`]: limpidFull.readRendered, ...of('read') },
    },
    3: { title: 'select a[href] and read all attributes', libraries: { ...both('attributes'), ...of('attributes') } },
    4: { title: 'serialize to HTML', libraries: { ...both('serialize'), ...of('serialize') } },
    5: {
      title: 'convert to Markdown',
      libraries: { [FULL]: limpidFull.using((document) => document.markdown()), turndown: (page) => markdown.turndown(page) },
    },
    6: { title: 'sanitize', libraries: { [FULL]: (page) => full.sanitize(page), 'DOMPurify with jsdom': purify } },
    7: {
      title: 'set rel of all links and serialize',
      libraries: {
        [FULL]: limpidFull.setRel,
        [`${FULL}, edit()`]: (page) => full.edit(page, (document) => document.select('a[href]').forEach(setRel)),
        [`${FULL}, rewriteString()`]: (page) => full.rewriteString(page, { 'a[href]': setRel }),
        ...of('setRel'),
      },
    },
  };
}

// The comparison of results

/** Returns the parts of a result that are compared, as strings. */
function parts(job, result) {
  const collapse = (text) => text && text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
  if (job === '2') return { title: collapse(result.title) ?? 'none', links: JSON.stringify(result.links), text: result.text };
  if (job === '3') return { attributes: JSON.stringify(result.map((attributes) => Object.entries(attributes))) };
  return job === '4' || job === '7' ? { output: result } : {};
}

/** Returns how often each word is in a result of jobs 5 and 6, whose markup has other rules in each library. */
function words(job, result) {
  // Addresses, and what a Markdown file writes as HTML, are not words.
  const text = result.replace(job === '5' ? /\]\([^)]*\)|<[^>]*>/g : /<[^>]*>/g, ' ');
  const counts = new Map();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Returns the harmonic mean of the fractions of words that two results share. */
function wordF1(first, second) {
  const size = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const common = [...first].reduce((sum, [word, count]) => sum + Math.min(count, second.get(word) ?? 0), 0);
  const all = size(first) + size(second);
  return all === 0 ? 1 : (2 * common) / all;
}

/** Returns for each library the mean over the pages of the words that it shares with the first library. */
function compareWords(job, libraries, pages) {
  const [first, ...others] = Object.entries(libraries).map(([name, work]) => [name, pages.map((page) => words(job, work(page.text)))]);
  const mean = ([name, results]) => [name, { words: (results.reduce((sum, own, index) => sum + wordF1(first[1][index], own), 0) / pages.length).toFixed(3) }];
  return Object.fromEntries([first, ...others].map(mean));
}

/** Calls each library for each page, which also warms them up. Returns for each library the number of pages with another result than the first library. */
function compare(job, libraries, pages) {
  if (job === '5' || job === '6') return compareWords(job, libraries, pages);
  const expected = [];
  const differences = {};
  for (const [name, work] of Object.entries(libraries)) {
    const counts = {};
    for (const [index, page] of pages.entries()) {
      let result;
      try {
        result = parts(job, work(page.text));
      } catch (error) {
        throw new Error(`${name} failed on ${page.name}`, { cause: error });
      }
      expected[index] ??= result;
      for (const [part, value] of Object.entries(result)) {
        counts[part] ??= 0;
        if (value !== expected[index][part]) counts[part] += 1;
      }
    }
    differences[name] = counts;
  }
  return differences;
}

// The measurement

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Returns the milliseconds of each round of each library. The libraries take turns, and each round starts with another one. */
function measure(libraries, pages, rounds) {
  const names = Object.keys(libraries);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[(index + round) % names.length];
      const work = libraries[name];
      collectGarbage();
      const start = performance.now();
      for (const page of pages) work(page.text);
      times[name].push(performance.now() - start);
    }
  }
  return times;
}

function runJob(job, { title, libraries }, pages, rounds) {
  const differences = compare(job, libraries, pages);
  const times = measure(libraries, pages, rounds);
  const megabytes = pages.reduce((sum, page) => sum + page.bytes, 0) / 1e6;
  const [first] = Object.keys(libraries);
  console.log(`### Job ${job}: ${title}\n`);
  const compared = Object.keys(differences[first]);
  const header = ['Library', 'ms', 'MB/s', `time / ${first}`, ...compared.map((part) => (part === 'words' ? 'word F1' : `pages with other ${part}`))];
  const rows = Object.keys(libraries).map((name) => {
    const ratio = median(times[name].map((time, round) => time / times[first][round]));
    const time = median(times[name]);
    return [name, time.toFixed(0), (megabytes / (time / 1000)).toFixed(1), ratio.toFixed(2), ...compared.map((part) => differences[name][part] ?? '')];
  });
  printTable(header, rows);
}

// Start-up, memory and sizes. They run in their own processes.

function runNode(code, cwd, ...options) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, '--input-type=module', '--eval', code], { cwd, encoding: 'utf8' });
  return { time: performance.now() - start, isDone: status === 0, stdout, stderr };
}

/** Measures processes that only import a package, and processes that also use it for a first, small page. */
function runStartup(rounds = 15) {
  const page = JSON.stringify('<!DOCTYPE html><title>Tea</title><p>Sencha <a href=/s>more</a>');
  const modules = [
    ['limpid-html', `m.parse(${page}).free()`],
    ['limpid-html/core', `m.parse(${page}).free()`],
    ['parse5', `m.parse(${page})`],
    ['htmlparser2', `m.parseDocument(${page})`],
    ['cheerio', `m.load(${page})`],
    ['cheerio/slim', `m.load(${page})`],
    ['linkedom', `m.parseHTML(${page})`],
    ['node-html-parser', `m.parse(${page})`],
    ['turndown', `new m.default().turndown(${page})`],
    ['jsdom', `new m.JSDOM(${page})`],
  ];
  const cases = [{ name: 'empty', code: '', cwd: packageFolder, times: [] }];
  for (const [name, use] of modules) {
    const cwd = name.startsWith('limpid-html') ? packageFolder : here;
    const code = `const m = await import(${JSON.stringify(name)});`;
    cases.push({ name, code, cwd, times: [], first: { code: `${code} ${use};`, times: [] } });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const each of cases) {
      for (const { code, times } of [each, each.first].filter(Boolean)) {
        const { time, isDone } = runNode(code, each.cwd);
        if (isDone) times.push(time);
      }
    }
  }
  const [empty, ...others] = cases.map(({ name, times, first }) => ({ name, time: median(times), first: median(first?.times ?? []) }));
  console.log('### Start-up\n');
  console.log(`The median of ${rounds} processes each, minus an empty process (${empty.time.toFixed(0)} ms).\n`);
  const milliseconds = (time) => (Number.isNaN(time) ? 'fails' : (time - empty.time).toFixed(0));
  printTable(['Module', 'import (ms)', 'import and first page (ms)'], others.map(({ name, time, first }) => [name, milliseconds(time), milliseconds(first)]));
}

/** Measures job 2 with and without `free()`. */
function runMemory(folder, rounds) {
  const code = (isFreed) => `
    import { readdirSync, readFileSync } from 'node:fs';
    import { parse } from 'limpid-html';
    import { initSync } from './dist/full.js';
    const folder = ${JSON.stringify(folder)};
    const pages = readdirSync(folder).map((name) => readFileSync(folder + '/' + name, 'utf8'));
    const { memory } = initSync();
    const times = [];
    for (let round = 0; round <= ${rounds}; round += 1) {
      const start = performance.now();
      for (const page of pages) {
        const document = parse(page);
        document.title;
        document.selectAttribute('a[href]', 'href');
        document.body.textContent();
        ${isFreed ? 'document.free();' : ''}
        // Documents are only freed by the garbage collector between two tasks.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (round > 0) times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    console.log(JSON.stringify([times[times.length >> 1], memory.buffer.byteLength / 1e6, process.memoryUsage().rss / 1e6]));`;
  console.log('### Memory in job 2\n');
  const rows = [true, false].map((isFreed) => {
    const { isDone, stdout, stderr } = runNode(code(isFreed), packageFolder);
    const cells = isDone ? JSON.parse(stdout).map((number) => number.toFixed(0)) : [stderr.match(/^\w*Error.*$/m)?.[0] ?? 'failed', '', ''];
    return [isFreed ? 'with free()' : 'without free()', ...cells];
  });
  printTable(['', 'ms', "WebAssembly's memory (MB)", 'resident memory of the process (MB)'], rows);
}

function printSizes() {
  const dist = join(packageFolder, 'dist');
  console.log('### Sizes in bytes\n');
  const rows = readdirSync(dist).sort().map((name) => {
    const bytes = readFileSync(join(dist, name));
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    return [name, bytes.length, gzipSync(bytes, { level: 9 }).length, brotli.length].map((cell) => cell.toLocaleString('en'));
  });
  printTable(['File', 'raw', 'gzip -9', 'brotli'], rows);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { job: { type: 'string' }, rounds: { type: 'string', default: '5' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) fail('--rounds must be a positive integer');
  const names = ['1', '2', '3', '4', '5', '6', '7', 'startup', 'memory', 'sizes'];
  if (values.job !== undefined && !names.includes(values.job)) fail(`--job must be one of ${names.join(', ')}`);
  const selected = values.job === undefined ? names : [values.job];
  const folder = positionals[0] === undefined ? realPages() : resolve(positionals[0]);
  if (folder === undefined) fail('no pages; pass a folder, or set LIMPID_TEST_SUITES to a folder that contains corpus/real');
  if (!existsSync(folder)) fail(`${folder} does not exist`);
  const pages = readPages(folder);
  const megabytes = pages.reduce((sum, page) => sum + page.bytes, 0) / 1e6;
  console.log(`${pages.length} pages, ${megabytes.toFixed(1)} MB; Node ${process.version}; medians of ${rounds} rounds\n`);
  const jobs = selected.some((name) => /\d/.test(name)) ? await createJobs() : {};
  for (const name of selected) {
    if (name === 'startup') runStartup();
    else if (name === 'memory') runMemory(folder, rounds);
    else if (name === 'sizes') printSizes();
    else runJob(name, jobs[name], pages, rounds);
  }
}

await main();
