// The first source.

export const EXAMPLE = `<!DOCTYPE html>
<html lang=en>
<title>Green tea | Tea Times</title>
<meta name=author content="Ada Lovelace">
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<main>
<h1>Green tea</h1>
<p>Green tea is <em>steamed</em> shortly after it is picked, which keeps its leaves green, and its taste fresh.
<p>It is <b>the <i>most</b> common</i> kind of tea in Japan &mdash; see <a href="/sencha" onclick="track()">Sencha</a>.
<table><tr><th>Tea<th>Price<tr><td>Sencha<td>4 €<tr><td>Matcha<td>9 €</table>
<img src=cup.png alt="A cup" alt="Tea">
</main>
<footer>Imprint</footer>
`;
