// Sends requests to the worker, one at a time.

/** The time limit of a request, in milliseconds. */
const TIME_LIMIT = 10_000;

/** The worker. It is null before the first request, and after an error. */
let worker = null;
let isReady = false;
/** The request without an answer: its message, the functions of its promise, and whether it was sent. */
let pending = null;
let timer = 0;

function stop() {
  clearTimeout(timer);
  worker?.terminate();
  [worker, isReady] = [null, false];
}

function start() {
  const started = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  worker = started;
  const fail = (message) => {
    stop();
    settle('reject', new Error(message));
  };
  started.addEventListener('message', ({ data }) => {
    // A message of a worker that was stopped can still arrive.
    if (started !== worker) return;
    if (data.isReady) {
      isReady = true;
      send();
    } else if (data.error !== undefined) {
      fail(data.error);
    } else {
      settle('resolve', data.answer);
    }
  });
  started.addEventListener('error', (event) => {
    event.preventDefault();
    if (started === worker) fail(`The playground could not start: ${event.message || 'a script could not be loaded'}`);
  });
}

function settle(how, value) {
  clearTimeout(timer);
  const settled = pending;
  pending = null;
  settled?.[how](value);
}

function send() {
  if (!isReady || pending === null) return;
  pending.isSent = true;
  worker.postMessage(pending.message);
  timer = setTimeout(() => {
    stop();
    settle('reject', new Error('Stopped, because this takes too long'));
  }, TIME_LIMIT);
}

/** Returns the answer of the worker. A newer request stops this one; then it returns null. */
export function ask(message) {
  const isBusy = pending?.isSent;
  settle('resolve', null);
  if (isBusy) stop();
  return new Promise((resolve, reject) => {
    pending = { message, resolve, reject, isSent: false };
    if (worker === null) start();
    else send();
  });
}
