// The classes and functions of the package, on top of a WebAssembly module. `index.d.ts` documents them.

import { decode } from './decode.js';
import { toParse5 } from './parse5.js';

/** The property of a document with its tree in WebAssembly's memory. */
export const TREE = Symbol('tree');

/** Returns what a value is, for messages. */
function typeName(value) {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  return Object.prototype.toString.call(value).slice(8, -1).replace('Object', 'an object');
}

/** Checks that an argument is a plain object, so that the members of others, such as those of a `Map`, are not ignored. */
function plain(value, name) {
  if (typeof value === 'object' && value !== null) {
    const prototype = Object.getPrototypeOf(value);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (isPlain && Object.getOwnPropertySymbols(value).length === 0) return value;
  }
  throw new TypeError(`${name} must be a plain object, without a class and symbols, not ${typeName(value)}`);
}

/** Returns the values of the options of a call. Refuses options that do not exist, so that a misspelled one is not ignored. */
function check(call, options, names) {
  const values = { ...plain(options, `the options of ${call}`) };
  for (const name of Object.keys(values)) {
    if (names.includes(name)) continue;
    throw new TypeError(`${call} has no option ${JSON.stringify(name)}; its options are ${names.join(', ')}`);
  }
  return values;
}

/** Checks that an argument is a string. WebAssembly would read other values as empty. */
function string(value, name) {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a string, not ${typeName(value)}`);
}

/** Returns an option that is true or false. */
function flag(options, name, byDefault) {
  const { [name]: value = byDefault } = options;
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${name} must be true or false, not ${typeName(value)}`);
}

/** Frees an object in WebAssembly's memory. Fails silently if a call with it ended with a stack overflow, because then it counts as used. */
function release(object) {
  try {
    object?.free();
  } catch {
    // It is not freed.
  }
}

/** Refuses the result of an async function. A rejection of its promise is ignored, because the caller gets this error. */
function refusePromise(result, name) {
  if (typeof result?.then !== 'function') return;
  result.then(undefined, () => {});
  throw new TypeError(`${name} must not be async, because its changes are applied when it returns`);
}

function optionalString(value, name) {
  return value === undefined || value === null ? undefined : string(value, name);
}

/** Returns the address of a page. */
function baseOf(options) {
  const { base } = options;
  return typeof base?.href === 'string' ? base.href : optionalString(base, 'base');
}

function bytesOf(input) {
  // A copy, because decoders refuse shared memory, and because a subclass can have another `length`.
  if (input instanceof Uint8Array) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength).slice();
  if (Object.prototype.toString.call(input).endsWith('ArrayBuffer]')) return new Uint8Array(input).slice();
  throw new TypeError('a page must be a string, a Uint8Array or an ArrayBuffer');
}

/** Copies plain data, and refuses all that JSON does not contain, so that no part of a configuration is left out. */
function data(value, name) {
  if (typeof value === 'string') return value.toWellFormed?.() ?? value;
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
  if (Array.isArray(value)) return Array.from(value, (item, index) => data(item, `${name}[${index}]`));
  if (typeof value !== 'object') throw new TypeError(`${name} must be plain data, not ${typeName(value)}`);
  const members = Object.entries(plain(value, name)).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([member, content]) => [member, data(content, `${name}.${member}`)]));
}

/** Returns the strings that the function `joined` in Rust has joined. */
function split(joined) {
  const end = joined.indexOf(';');
  if (end === 0) return [];
  let at = end + 1;
  return joined.slice(0, end).split(',').map((length) => joined.slice(at, (at += Number(length))));
}

/** Returns pairs of names and values as an object without prototype. */
function object(pairs) {
  const result = Object.create(null);
  for (let at = 0; at < pairs.length; at += 2) result[pairs[at]] = pairs[at + 1];
  return result;
}

/** Returns the API of a module that wasm-bindgen generated. `decodeLegacy` decodes what the platform's TextDecoder does not decode correctly. */
export function connect(wasm, decodeLegacy) {
  const { Tree } = wasm;

  /** Calls a function that needs memory for a page. In WebAssembly, a failed allocation ends the call with an error without a reason. */
  function allocate(call) {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new RangeError('the memory of WebAssembly, at most 4 GB, is full: call free() on documents that are not used any more', { cause: error });
    }
  }

  class Node {
    constructor(document, number) {
      if (!(document instanceof Document)) throw new TypeError('a Node is created by a Document');
      this.document = document;
      this.number = number;
    }

    get kind() {
      return this.document[TREE].kind(this.number);
    }

    get localName() {
      return this.document[TREE].local_name(this.number);
    }

    get namespace() {
      return this.document[TREE].namespace(this.number) ?? null;
    }

    get data() {
      return this.document[TREE].data(this.number) ?? null;
    }

    get parent() {
      return node(this.document, this.document[TREE].parent(this.number));
    }

    get childNodes() {
      return nodes(this.document, this.document[TREE].child_nodes(this.number));
    }

    get children() {
      return nodes(this.document, this.document[TREE].children(this.number));
    }

    get nextSibling() {
      return node(this.document, this.document[TREE].next_sibling(this.number));
    }

    get previousSibling() {
      return node(this.document, this.document[TREE].previous_sibling(this.number));
    }

    get templateContents() {
      return node(this.document, this.document[TREE].template_contents(this.number));
    }

    get shadowRoot() {
      return node(this.document, this.document[TREE].shadow_root(this.number));
    }

    get attributes() {
      return object(split(this.document[TREE].attributes(this.number)));
    }

    get span() {
      const [start, end, line, column] = this.document[TREE].span(this.number);
      return start === undefined ? null : { start, end, line, column };
    }

    /** What Node's console prints. */
    [Symbol.for('nodejs.util.inspect.custom')]() {
      try {
        return `Node ${this.number} <${this.localName || this.kind}>`;
      } catch {
        return `Node ${this.number} (freed)`;
      }
    }

    equals(other) {
      return other instanceof Node && other.document === this.document && other.number === this.number;
    }

    attribute(name) {
      return this.document[TREE].attribute(this.number, string(name, 'the name')) ?? null;
    }

    text() {
      return this.document[TREE].text(this.number);
    }

    textContent() {
      return this.document[TREE].text_content(this.number);
    }

    html() {
      return this.document[TREE].html(this.number);
    }

    innerHtml() {
      return this.document[TREE].inner_html(this.number);
    }

    select(css) {
      return nodes(this.document, this.document[TREE].select(this.number, string(css, 'the selector')));
    }

    selectFirst(css) {
      return node(this.document, this.document[TREE].select_first(this.number, string(css, 'the selector')));
    }

    selectText(css) {
      return split(this.document[TREE].select_text(this.number, string(css, 'the selector')));
    }

    selectAttribute(css, name) {
      return split(this.document[TREE].select_attribute(this.number, string(css, 'the selector'), string(name, 'the name')));
    }

    matches(css) {
      return this.document[TREE].matches(this.number, string(css, 'the selector'));
    }

    closest(css) {
      return node(this.document, this.document[TREE].closest(this.number, string(css, 'the selector')));
    }

    setAttribute(name, value) {
      this.#change('setAttribute', 'set_attribute', string(name, 'the name'), string(value, 'the value'));
    }

    removeAttribute(name) {
      this.#change('removeAttribute', 'remove_attribute', string(name, 'the name'));
    }

    rename(name) {
      this.#change('rename', 'rename', string(name, 'the name'));
    }

    setText(text) {
      this.#change('setText', 'set_text', string(text, 'the text'));
    }

    appendText(text) {
      this.#change('appendText', 'append_text', string(text, 'the text'));
    }

    setInnerHtml(html) {
      this.#change('setInnerHtml', 'set_inner_html', string(html, 'the markup'));
    }

    insertHtml(position, html) {
      this.#change('insertHtml', 'insert_html', string(position, 'the position'), string(html, 'the markup'));
    }

    replaceWithHtml(html) {
      this.#change('replaceWithHtml', 'set_outer_html', string(html, 'the markup'));
    }

    replaceWithChildren() {
      this.#change('replaceWithChildren', 'replace_with_children');
    }

    remove() {
      this.#change('remove', 'remove');
    }

    #change(method, change, ...values) {
      full(change, method);
      this.document[TREE][change](this.number, ...values);
    }

    xpath(expression, options = {}) {
      const values = check('xpath()', options, ['namespaces', 'variables']);
      full('xpath');
      const urls = Object.entries(plain(values.namespaces ?? {}, 'namespaces'));
      const namespaces = urls.flatMap(([prefix, url]) => [prefix, string(url, `the namespace of ${prefix}`)]);
      const variables = Object.entries(plain(values.variables ?? {}, 'variables')).flat();
      for (let at = 1; at < variables.length; at += 2) {
        if (['string', 'number', 'boolean'].includes(typeof variables[at])) continue;
        throw new TypeError(`the variable ${variables[at - 1]} must be a string, a number or a boolean, not ${typeName(variables[at])}`);
      }
      const found = this.document[TREE].xpath(this.number, string(expression, 'the expression'), namespaces, variables);
      if (!Array.isArray(found)) return found;
      return found.map((item) => (typeof item === 'number' ? new Node(this.document, item) : item));
    }

    markdown(options = {}) {
      const values = check('markdown()', options, ['base', 'dataImages']);
      full('markdown');
      const [base, dataImages] = [baseOf(values), flag(values, 'dataImages', true)];
      return this.document[TREE].markdown(this.number, base, dataImages);
    }
  }

  class Document {
    #tree;
    #encoding;
    #hasSpans;
    #root;

    constructor(tree, encoding, hasSpans) {
      this.#tree = tree;
      this.#encoding = encoding;
      this.#hasSpans = hasSpans;
      this.#root = new Node(this, tree.root());
    }

    get [TREE]() {
      if (this.#tree === null) throw new Error('this document has been freed');
      return this.#tree;
    }

    free() {
      const tree = this.#tree;
      this.#tree = null;
      release(tree);
    }

    get root() {
      return this.#root;
    }

    get documentElement() {
      return node(this, this[TREE].document_element());
    }

    get head() {
      return node(this, this[TREE].head());
    }

    get body() {
      return node(this, this[TREE].body());
    }

    get title() {
      return this[TREE].title() ?? null;
    }

    get encoding() {
      return this.#encoding ?? this[TREE].encoding() ?? null;
    }

    get quirksMode() {
      return this[TREE].quirks_mode();
    }

    get source() {
      return this[TREE].source();
    }

    get errors() {
      const [texts, positions] = [split(this[TREE].error_texts()), this[TREE].error_positions()];
      const errors = [];
      for (let at = 0; at < texts.length / 2; at += 1) {
        const [start, end, line, column] = positions.subarray(4 * at, 4 * at + 4);
        errors.push({ code: texts[2 * at], message: texts[2 * at + 1], start, end, line, column });
      }
      return errors;
    }

    copy() {
      return new Document(allocate(() => this[TREE].copy()), this.#encoding, this.#hasSpans);
    }

    node(number) {
      if (!Number.isInteger(number) || number < 0 || number > 0xffffffff) throw new TypeError('the number of a node must be a Node.number');
      this[TREE].kind(number);
      return new Node(this, number);
    }

    elementById(id) {
      return node(this, this[TREE].element_by_id(string(id, 'the id')));
    }

    text() {
      return this.#root.text();
    }

    textContent() {
      return this.#root.textContent();
    }

    html() {
      return this.#root.html();
    }

    select(css) {
      return this.#root.select(css);
    }

    selectFirst(css) {
      return this.#root.selectFirst(css);
    }

    selectText(css) {
      return this.#root.selectText(css);
    }

    selectAttribute(css, name) {
      return this.#root.selectAttribute(css, name);
    }

    toParse5(options = {}) {
      const locations = flag(check('toParse5()', options, ['locations']), 'locations', false);
      if (locations && !this.#hasSpans) throw new TypeError('toParse5() has locations only if the page was parsed with { spans: true }');
      const dump = this[TREE].dump(locations);
      try {
        return toParse5(dump.numbers(), dump.text(), this.#root.kind, this.quirksMode, locations ? this.source : null);
      } finally {
        release(dump);
      }
    }

    xpath(expression, options) {
      return this.#root.xpath(expression, options);
    }

    markdown(options) {
      return this.#root.markdown(options);
    }

    links(options = {}) {
      const base = baseOf(check('links()', options, ['base']));
      full('links');
      const links = JSON.parse(this[TREE].links(base));
      return links.map(({ node: number, ...link }) => ({ element: new Node(this, number), ...link }));
    }

    tables(options = {}) {
      const repeat = flag(check('tables()', options, ['repeat']), 'repeat', false);
      full('tables');
      const tables = JSON.parse(this[TREE].tables(repeat));
      return tables.map(({ node: number, ...table }) => ({ element: new Node(this, number), ...table }));
    }

    content(options = {}) {
      const values = check('content()', options, ['comments', 'images', 'links', 'minConfidence', 'kind', 'base']);
      full('content');
      const { minConfidence = 0 } = values;
      if (typeof minConfidence !== 'number' || !(minConfidence >= 0 && minConfidence <= 1)) {
        throw new RangeError('minConfidence must be a number from 0 to 1');
      }
      const flags = [flag(values, 'comments', false), flag(values, 'images', true), flag(values, 'links', true)];
      const [kind, base] = [optionalString(values.kind, 'kind'), baseOf(values)];
      const found = allocate(() => this[TREE].content(...flags, minConfidence, kind, base));
      try {
        const document = new Document(found.take_tree(), this.encoding ?? undefined, this.#hasSpans);
        const content = new Content(document, base);
        content.nodes = nodes(document, found.nodes());
        content.comments = nodes(this, found.comments());
        content.kind = found.kind();
        content.confidence = found.confidence();
        content.metadata = JSON.parse(found.metadata());
        return content;
      } finally {
        release(found);
      }
    }

    metadata(options = {}) {
      const base = baseOf(check('metadata()', options, ['base']));
      full('metadata');
      return JSON.parse(this[TREE].metadata(base));
    }

    jsonLd() {
      full('json_ld', 'jsonLd');
      return JSON.parse(this[TREE].json_ld());
    }

    microdata() {
      full('microdata');
      return JSON.parse(this[TREE].microdata());
    }

    toSource(options = {}) {
      const widen = flag(check('toSource()', options, ['widen']), 'widen', false);
      full('to_source', 'toSource');
      return this[TREE].to_source(widen);
    }
  }

  class Content {
    #base;

    constructor(document, base) {
      if (!(document instanceof Document)) throw new TypeError('a Content is created by Document.content()');
      this.#base = base;
      this.document = document;
    }

    text() {
      return this.document.text();
    }

    markdown(options = {}) {
      const { base = this.#base, dataImages = false, ...rest } = plain(options, 'the options of markdown()');
      return this.document.markdown({ base, dataImages, ...rest });
    }

    html() {
      return this.nodes.map((node) => node.html()).join('');
    }

    free() {
      this.document.free();
    }
  }

  function node(document, number) {
    return number === 0 ? null : new Node(document, number);
  }

  function nodes(document, numbers) {
    return Array.from(numbers, (number) => new Node(document, number));
  }

  /** Refuses a method whose function the module does not have. */
  function full(wasmFunction, method = wasmFunction) {
    if (!(wasmFunction in Tree.prototype)) throw new Error(`${method}() is not in limpid-html/core; import limpid-html`);
  }

  function parse(input, options = {}) {
    const values = check('parse()', options, ['encoding', 'contentType', 'fragment', 'scripting', 'spans', 'errors', 'declarativeShadowRoots']);
    const label = labelOf(values);
    const fragment = optionalString(values.fragment, 'fragment');
    const scripting = string(values.scripting ?? 'disabled', 'scripting');
    const spans = flag(values, 'spans', false);
    const shadowRoots = values.declarativeShadowRoots === undefined ? undefined : flag(values, 'declarativeShadowRoots');
    const rest = [fragment, scripting, spans, flag(values, 'errors', true), shadowRoots];
    const made = (tree, encoding) => new Document(tree, encoding, spans);
    if (typeof input === 'string') return made(allocate(() => Tree.parse(input, ...rest)));
    const bytes = bytesOf(input);
    let encoding = wasm.sniff(bytes, label);
    if (wasm.is_supported(encoding)) {
      const tree = allocate(() => Tree.parse_bytes(bytes, label, ...rest));
      encoding = tree.encoding();
      if (wasm.is_supported(encoding)) return made(tree);
      // A declaration after the first 1,024 bytes.
      tree.free();
    }
    const text = decode(bytes, encoding, decodeLegacy);
    return made(allocate(() => Tree.parse(text, ...rest)), encoding);
  }

  /** Returns the label of the encoding that the options of a call contain. */
  function labelOf(options) {
    const [label, contentType] = [optionalString(options.encoding, 'encoding'), optionalString(options.contentType, 'contentType')];
    if (label !== undefined) wasm.check_encoding(label);
    return label ?? (contentType === undefined ? undefined : wasm.encoding_of_content_type(contentType));
  }

  function edit(source, change, options = {}) {
    if (typeof change !== 'function') throw new TypeError(`the second argument of edit() must be a function, not ${typeName(change)}`);
    const values = check('edit()', options, ['widen']);
    const document = parse(string(source, 'the source'), { errors: false });
    try {
      refusePromise(change(document), 'the function of edit()');
      return document.toSource(values);
    } finally {
      document.free();
    }
  }

  class Sanitizer {
    #handle;

    constructor(config, rules) {
      const json = (value, name) => (value === undefined || value === null ? undefined : JSON.stringify(data(plain(value, name), name)));
      this.#handle = new wasm.SanitizerHandle(json(config, 'the configuration'), json(rules, 'the rules'));
    }

    sanitize(html) {
      return this.#handle.sanitize(string(html, 'the markup'));
    }
  }

  // Some engines have no `Symbol.dispose`. Compilers of `using` then define it, before or after this module is loaded.
  for (const type of [Document, Content]) {
    type.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = type.prototype.free;
  }

  let safeDefault;
  function sanitize(html, config, rules) {
    if (config instanceof Sanitizer) {
      if (rules !== undefined) throw new TypeError('pass the rules to the constructor of the Sanitizer');
      return config.sanitize(html);
    }
    if (config !== undefined || rules !== undefined) return new Sanitizer(config, rules).sanitize(html);
    safeDefault ??= new Sanitizer();
    return safeDefault.sanitize(html);
  }

  /** The start tag of an element. Collects the changes of a handler. */
  class RewriterElement {
    #changes;
    #attributes;

    constructor(changes, localName, namespace, attributes, canHaveContent) {
      this.#changes = changes;
      this.#attributes = attributes;
      this.localName = localName;
      this.namespace = namespace;
      this.canHaveContent = canHaveContent;
    }

    #change(change, first = '', second = '') {
      if (this.#changes.isDone) throw new Error('an element cannot be used after its handler has returned');
      this.#changes.push(change, first, second);
    }

    #insert(change, content, options = {}) {
      const isHtml = flag(check(`${change}()`, options, ['html']), 'html', false);
      this.#change(change, string(content, 'the content'), isHtml ? 'html' : 'text');
    }

    get attributes() {
      return object(this.#attributes);
    }

    attribute(name) {
      const at = this.#find(string(name, 'the name'));
      return at < 0 ? null : this.#attributes[at + 1];
    }

    setAttribute(name, value) {
      this.#change('setAttribute', string(name, 'the name'), string(value, 'the value'));
      const at = this.#find(name);
      if (at < 0) this.#attributes.push(name.toLowerCase(), value);
      else this.#attributes[at + 1] = value;
    }

    removeAttribute(name) {
      this.#change('removeAttribute', string(name, 'the name'));
      const at = this.#find(name);
      if (at >= 0) this.#attributes.splice(at, 2);
    }

    /** Returns the index of the name of an attribute. Names such as `viewBox` are not in lower case. */
    #find(name) {
      return this.#attributes.findIndex((own, index) => index % 2 === 0 && own.toLowerCase() === name.toLowerCase());
    }

    rename(name) {
      this.#change('rename', string(name, 'the name'));
      this.localName = name;
    }

    before(content, options) {
      this.#insert('before', content, options);
    }

    after(content, options) {
      this.#insert('after', content, options);
    }

    prepend(content, options) {
      this.#insert('prepend', content, options);
    }

    append(content, options) {
      this.#insert('append', content, options);
    }

    setInnerContent(content, options) {
      this.#insert('setInnerContent', content, options);
    }

    replace(content, options) {
      this.#insert('replace', content, options);
    }

    remove() {
      this.#change('remove');
    }

    removeAndKeepContent() {
      this.#change('removeAndKeepContent');
    }

    stop() {
      this.#change('stop');
    }
  }

  /** Decodes a value that was read as x-user-defined, in which the characters from U+F780 to U+F7FF are the bytes from 0x80 to 0xFF. */
  function decodeValue(value, encoding) {
    if (!/[\uf780-\uf7ff]/.test(value)) return value;
    const decodeRun = (run) => decode(Uint8Array.from(run, (character) => character.charCodeAt(0) & 0xff), encoding, decodeLegacy);
    return value.replace(/[\0-\x7f\uf780-\uf7ff]+/g, decodeRun);
  }

  /** Returns a rewriter and the function that calls its handlers. If `legacyEncoding` is not null, it is the encoding of a page that is read as x-user-defined. */
  function rewriter(handlers, label, memoryLimit, legacyEncoding = null) {
    const functions = Object.values(plain(handlers, 'the handlers'));
    for (const handler of functions) {
      if (typeof handler !== 'function') throw new TypeError(`a handler must be a function, not ${typeName(handler)}`);
    }
    const call = (index, localName, namespace, attributes, canHaveContent) => {
      const changes = [];
      if (legacyEncoding !== null) {
        for (let at = 1; at < attributes.length; at += 2) attributes[at] = decodeValue(attributes[at], legacyEncoding);
      }
      const element = new RewriterElement(changes, localName, namespace, attributes, canHaveContent);
      try {
        refusePromise(functions[index](element), 'a handler');
      } finally {
        changes.isDone = true;
      }
      return changes;
    };
    const handle = new wasm.RewriterHandle(Object.keys(handlers), label, memoryLimit);
    // The handle does not contain the function: the objects that handlers use would otherwise live as long as the handle, and it as long as they.
    return { write: (bytes) => handle.write(bytes, call), end: () => handle.end(call), free: () => release(handle) };
  }

  function memoryLimitOf(options) {
    const { memoryLimit } = options;
    if (memoryLimit === undefined || (Number.isSafeInteger(memoryLimit) && memoryLimit >= 0)) return memoryLimit && Math.min(memoryLimit, 0xffffffff);
    throw new RangeError('memoryLimit must be a number of bytes');
  }

  function rewrite(handlers, options = {}) {
    const values = check('rewrite()', options, ['encoding', 'contentType', 'memoryLimit']);
    const [label, memoryLimit] = [labelOf(values), memoryLimitOf(values)];
    // Errors in selectors are thrown here rather than by the stream.
    rewriter(handlers, label, memoryLimit).free();
    let handle = null;
    let isText;
    /** The first half of a surrogate pair at the end of the last chunk. */
    let half = '';
    const encoder = new TextEncoder();
    /** The bytes before the rewriter starts. Their encoding is known at the end, after 1,024 bytes, and with a label after a byte order mark. */
    let start = new Uint8Array();
    const startLength = label === undefined ? 1024 : 3;
    const startBytes = () => {
      // Reading a legacy encoding as x-user-defined keeps all bytes, and inserted characters become character references.
      const encoding = wasm.sniff(start, label);
      const isLegacy = !wasm.is_supported(encoding) && !['ISO-2022-JP', 'replacement'].includes(encoding);
      handle = isLegacy ? rewriter(handlers, 'x-user-defined', memoryLimit, encoding) : rewriter(handlers, label, memoryLimit);
      return handle.write(start);
    };
    const write = (chunk) => {
      const chunkIsText = typeof chunk === 'string';
      isText ??= chunkIsText;
      if (isText !== chunkIsText) throw new TypeError('the chunks of a page must be all strings or all bytes');
      if (chunkIsText) {
        handle ??= rewriter(handlers, 'utf-8', memoryLimit);
        const text = half + chunk;
        half = /[\ud800-\udbff]$/.test(text) ? text.at(-1) : '';
        return handle.write(encoder.encode(half ? text.slice(0, -1) : text));
      }
      const bytes = bytesOf(chunk);
      if (handle !== null) return handle.write(bytes);
      const joined = new Uint8Array(start.length + bytes.length);
      joined.set(start);
      joined.set(bytes, start.length);
      start = joined;
      return start.length < startLength ? new Uint8Array() : startBytes();
    };
    /** Calls a function that writes to the handle, and frees the handle after an error. */
    const attempt = (call) => {
      try {
        return call();
      } catch (error) {
        handle?.free();
        handle = null;
        throw error;
      }
    };
    const send = (controller, ready) => {
      if (ready.length > 0) controller.enqueue(ready);
    };
    return new TransformStream({
      transform(chunk, controller) {
        send(controller, attempt(() => write(chunk)));
      },
      flush(controller) {
        if (handle === null && start.length > 0) send(controller, attempt(startBytes));
        if (handle === null) return;
        if (half) send(controller, attempt(() => handle.write(encoder.encode(half))));
        send(controller, attempt(() => handle.end()));
        handle.free();
      },
    });
  }

  function rewriteString(html, handlers, options = {}) {
    const handle = rewriter(handlers, 'utf-8', memoryLimitOf(check('rewriteString()', options, ['memoryLimit'])));
    try {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      const start = decoder.decode(handle.write(new TextEncoder().encode(string(html, 'the markup'))), { stream: true });
      return start + decoder.decode(handle.end());
    } finally {
      handle.free();
    }
  }

  return { parse, edit, sanitize, rewrite, rewriteString, Document, Node, Content, Sanitizer };
}
