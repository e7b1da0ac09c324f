// A server that records what it receives.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Starts a server. A page that requests something from its `address` is detected by `received`. */
export async function listen() {
  let received = '';
  const server = createServer((socket) => {
    // Chromium opens a connection for a blocked frame as well, but sends nothing.
    socket.on('data', (data) => (received += data));
    socket.on('error', () => {});
    socket.unref();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    /** Returns the requests so far, and those that are under way. */
    async received() {
      await new Promise((done) => setTimeout(done, 500));
      return received;
    },
  };
}

/** Returns a page in which each construct sets `window.hacked`, opens a dialog or requests something from the address. */
export const hostilePage = (address) => `<!DOCTYPE html "><script>hacked=1</script>">
<title></title><script>document.title = "hacked"; window.hacked = 1; alert(1)</script></title>
<base href="${address}"><meta http-equiv=refresh content="0;url=${address}">
<link rel=stylesheet href="${address}x.css"><style>@import "${address}"; * { display: none }</style>
</script></script><script>window.hacked = 1</script><!--<script>--><!-- </script><script>hacked=1</script> -->
<img src="${address}x.png" onerror="window.hacked = 1" onload="hacked=1"><svg onload="window.hacked = 1">
<p id=data title='"><script>window.hacked=1</script>' onmouseover="window.hacked=1" autofocus onfocus="hacked=1" style="all:unset">
&lt;/script>&lt;script>window.hacked=1&lt;/script></noscript></main></body><a href="javascript:hacked=1">x</a>
<iframe src="javascript:parent.hacked=1" srcdoc="<script>parent.hacked=1</script>"></iframe>
<__proto__ constructor=1 __proto__=2 toString=3><![CDATA[ ]]><script src="data:text/javascript,hacked=1"></script>
<form action=x><input name=querySelector><input name=getElementById></form><img name=querySelector></x"><script>hacked=1</script>
`;
